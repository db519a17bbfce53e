/** A shell that runs the command prints the mark; nobody who merely repeats the command does. */
export const PROBE_COMMAND = 'echo runseal-$((40+2))-probe';
export const MARK = 'runseal-42-probe';

/** Stops once on SIGTERM or SIGINT, then ends the process; a second signal ends it at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let asked = false;
  const onSignal = (): void => {
    if (asked) process.exit(130);
    asked = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

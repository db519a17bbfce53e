import Link from 'next/link';
import type { Concern } from './concern.ts';
import classes from './overview.module.css';

/** Concerns of these names mean that something which should protect the records is not there. */
const ABSENCES: ReadonlySet<string> = new Set([
  'Not sealed',
  'Opened, never sealed',
  'Missing',
  'Unwitnessed',
  'Unverified',
]);

/** One loud sentence where protection is absent. Where none is, only that the server says so: its word is no proof. */
export function Protection({ concerns }: { concerns: readonly Concern[] }) {
  const absent = [...new Set(concerns.map(({ label }) => label).filter((label) => ABSENCES.has(label)))];
  if (absent.length === 0)
    return (
      <p className={classes.dim} data-protection="present">
        This server knows of no run without a seal, a verification or a witness. Its word is not proof:{' '}
        <Link href="/verify">verify a record</Link> yourself.
      </p>
    );
  return (
    <p className={classes.absent} data-protection="absent">
      <strong>▲ Protection is absent:</strong> {absent.map((label) => label.toLowerCase()).join(' · ')}. Each is listed
      below, with the way to it.
    </p>
  );
}

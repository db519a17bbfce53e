import type { HarnessView } from '../../api/wire.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { Term } from '../glossary/term.tsx';
import type { Probed } from './found-cell.tsx';
import classes from './harness.module.css';

/** On which program each profile was tried, and what that left open. What was never tried is the profile's word alone. */
export function ProbeNotes({ harness, profiles }: { harness: HarnessView; profiles: readonly string[] }) {
  return (
    <ul className={classes.notes}>
      {profiles.map((profile) => (
        <li key={profile} className={classes.dim} data-probed={harness.probed[profile] == null ? 'no' : 'yes'}>
          <Note
            profile={profile}
            probed={harness.probed[profile] ?? null}
            version={harness.readiness.version}
            led={harness.gatewayEnforcement !== null}
          />
        </li>
      ))}
    </ul>
  );
}

interface NoteProps {
  readonly profile: string;
  readonly probed: Probed | null;
  readonly version: string | null;
  /** Its runs go through the model gateway, unless their goal says otherwise. */
  readonly led: boolean;
}

function Note({ profile, probed, version, led }: NoteProps) {
  if (probed === null)
    return (
      <>
        <code>{profile}</code> was not tried on the installed program{version === null ? '' : ` (${version})`}: the
        table is the <Term name="enforcement_profile">profile’s</Term> word.
      </>
    );
  return (
    <>
      <code>{profile}</code> was tried on {version === null ? 'the installed program' : `version ${version}`}
      {probed.binarySha256 !== null && (
        <>
          , SHA-256 <Identifier value={probed.binarySha256} what="digest of the program" />
        </>
      )}
      {led && ', through the model gateway as in a run'}.
      {!probed.complete && ` Not everything was tried: ${probed.reason}`}
      {probed.offered.length > 0 && ` It offered tools of its own to its model: ${probed.offered.join(', ')}.`}
    </>
  );
}

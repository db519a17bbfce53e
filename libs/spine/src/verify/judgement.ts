/** All verdicts over one record: it sees the events in order, and then answers. */
import { toHex } from '../bytes.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { SpineError } from '../errors.ts';
import { nobleHasher } from '../hash.ts';
import type { Hasher } from '../hash.ts';
import type { Keyring } from '../keys.ts';
import type { Pace } from '../pace.ts';
import { verifySignature } from '../signature.ts';
import type { SignatureVerifier } from '../signature.ts';
import { VERDICT_NAMES } from '../verdicts.ts';
import type { Evidence, Report, Verdict } from '../verdicts.ts';
import { Blame } from '../verdicts/blame.ts';
import { CompletenessJudge } from '../verdicts/completeness.ts';
import { boundByKey } from '../verdicts/compromised-key.ts';
import { GovernanceJudge } from '../verdicts/governance.ts';
import { GroundTruthJudge } from '../verdicts/ground-truth.ts';
import { judgeIndependence } from '../verdicts/independence.ts';
import { faultOf, IntegrityCheck } from '../verdicts/integrity.ts';
import { absent, fail } from '../verdicts/judge.ts';
import { withTime } from '../verdicts/time.ts';
import { ProvenanceJudge } from '../verdicts/provenance.ts';
import { VouchFacts } from '../vouches.ts';

export interface VerifyOptions extends Pace {
  /** The keys you trust. They come from you, never from the record. */
  readonly keyring: Keyring;
  /** Leaf hashes, a receipt and a time token from beside the record; your policy of witnesses, your time authorities. */
  readonly evidence?: Evidence | undefined;
  readonly hasher?: Hasher | undefined;
  readonly verify?: SignatureVerifier | undefined;
}

export class Judgement {
  readonly #options: VerifyOptions;
  readonly #hasher: Hasher;
  readonly #verify: SignatureVerifier;
  readonly #blame: Blame;
  readonly #integrity: IntegrityCheck;
  readonly #completeness = new CompletenessJudge();
  readonly #governance = new GovernanceJudge();
  readonly #groundTruth = new GroundTruthJudge();
  readonly #provenance = new ProvenanceJudge();
  readonly #vouches = new VouchFacts();
  #run: string | null = null;
  #count = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#hasher = options.hasher ?? nobleHasher;
    this.#verify = options.verify ?? verifySignature;
    this.#blame = new Blame(options.evidence, this.#hasher, options);
    this.#integrity = new IntegrityCheck(this.#hasher, this.#blame);
  }

  /** The canonical bytes of the next event. */
  readonly see = (canonical: Uint8Array): void => {
    this.#count++;
    const event = this.#integrity.read(canonical);
    if (event === null) return;
    this.#run ??= event.stream;
    this.#completeness.see(event);
    this.#governance.see(event);
    this.#groundTruth.see(event);
    this.#provenance.see(event);
    this.#vouches.see(event);
  };

  /** The report over all that was seen, and the checkpoint behind it. */
  async report(checkpoint: Uint8Array): Promise<Report> {
    const { keyring, evidence } = this.#options;
    const seen = await judgeIndependence({ checkpoint }, this.#run, {
      keyring,
      evidence,
      hasher: this.#hasher,
      verify: this.#verify,
    });
    const { verdict: independence, time, seenAt } = await withTime(seen, checkpoint, evidence);
    const signed = await this.#integrity.verdict(checkpoint, keyring, this.#verify);
    const authentic = boundByKey(signed, checkpoint, keyring, seenAt);
    const { readable } = this.#integrity;
    const verdicts = [
      authentic,
      this.#completeness.verdict(),
      independence,
      this.#governance.verdict(),
      this.#groundTruth.verdict(),
      this.#provenance.verdict(),
    ].map((verdict) => boundBy(authentic, verdict, readable));
    const heading = this.#heading(checkpoint);
    if (!readable) return { ...heading, verdicts, mix: null, vouches: null };
    const vouches = authentic.state === 'pass' ? this.#vouches.sentence() : NOTHING;
    const said = time === null || authentic.state !== 'pass' ? {} : { time };
    return { ...heading, verdicts, mix: this.#provenance.mix, vouches, ...said };
  }

  /** The report over a record that could not be taken apart; what was seen only says where the damage is. */
  async unreadable(error: unknown): Promise<Report> {
    const verdict = fail('integrity', await this.#blame.place(faultOf(error, null), null));
    const verdicts = VERDICT_NAMES.map((name) =>
      name === 'integrity' ? verdict : absent(name, 'runseal.not_authentic', 'Not judged: the record cannot be read.'),
    );
    return {
      format: 'runseal-report/1',
      run: null,
      events: 0,
      root: null,
      origin: null,
      keyId: null,
      verdicts,
      mix: null,
      vouches: null,
    };
  }

  #heading(checkpoint: Uint8Array): Pick<Report, 'format' | 'run' | 'events' | 'root' | 'origin' | 'keyId'> {
    const facts = { format: 'runseal-report/1', run: this.#run, events: this.#count } as const;
    try {
      const { root, origin, keyId } = readCheckpoint(checkpoint);
      return { ...facts, root: toHex(root), origin, keyId };
    } catch (error) {
      if (!(error instanceof SpineError)) throw error;
      return { ...facts, root: null, origin: null, keyId: null };
    }
  }
}

const NOTHING = 'Nothing: these bytes are not what a key you trust has signed.';

/**
 * Over bytes anybody could have changed, a fault that was found still counts; nothing good does. Where not all events
 * could be read, a fault may only be what is missing, so nothing counts.
 */
function boundBy(integrity: Verdict, verdict: Verdict, readable: boolean): Verdict {
  if (verdict === integrity || integrity.state === 'pass') return verdict;
  if (verdict.state === 'fail' && readable) return verdict;
  return absent(verdict.name, 'runseal.not_authentic', 'Not judged: the integrity of the record failed.');
}

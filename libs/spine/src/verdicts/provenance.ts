/** Provenance: how strongly the record can vouch for its events, and whether it says so itself, truly. */
import type { SpineCode } from '../errors.ts';
import type { EventView } from '../event/view.ts';
import { mixFromPayload, MixCounter, RULES_VERSION } from '../tiers.ts';
import type { CborValue } from '../values.ts';
import type { TierMix, Verdict } from '../verdicts.ts';
import { absent, fail, pass, reportedSeq, shown, warn } from './judge.ts';
import type { Fault, Judge } from './judge.ts';
import { isOurs, readOpening } from './opening.ts';

export class ProvenanceJudge implements Judge {
  #ours = false;
  #external = false;
  /** Episodes in which the harness really ran. */
  #episodes = 0;
  #fault: Fault | null = null;
  #foreignRules: number | null = null;
  #sealed: TierMix | null = null;
  #declared: { attested: CborValue | undefined; seq: number | null } | null = null;
  readonly #counter = new MixCounter();

  /** The mix of the events seen, before the closing mix; `lost` as the record itself says. */
  get mix(): TierMix {
    return this.#counter.mix(this.#sealed?.lost ?? 0);
  }

  see(event: EventView): void {
    this.#ours ||= isOurs(event);
    const seq = reportedSeq(event.seq);
    if (event.type === 'run.opened') this.#external ||= readOpening(event.payload).external;
    else if (event.type === 'episode.started') this.#episodes++;
    else if (event.type === 'episode.ended' && event.payload['completion'] === 'not_started') this.#episodes--;
    else if (event.type === 'provenance.declared') this.#declare(event, seq);
    if (event.type === 'provenance.mix') this.#compare(event, seq);
    else this.#counter.add(event.type);
  }

  verdict(): Verdict {
    if (!this.#ours) {
      return absent(
        'provenance',
        'runseal.foreign_record',
        'Another producer made this record; it does not say how its events were observed.',
      );
    }
    this.#checkDeclaration();
    if (this.#fault !== null) return fail('provenance', this.#fault);
    if (this.#foreignRules !== null) {
      return absent(
        'provenance',
        'runseal.rules_unknown',
        `The mix was counted under rules ${this.#foreignRules}, which this verifier does not know.`,
      );
    }
    if (this.#sealed === null) {
      return fail('provenance', {
        code: 'runseal.mix_missing',
        sentence: 'The record does not seal its tier mix.',
        seq: null,
      });
    }
    return this.#weigh();
  }

  #weigh(): Verdict {
    const { tiers, lost } = this.mix;
    if (tiers.attested === 0 && tiers.unobserved === 0 && lost === 0) {
      return pass('provenance', `All ${tiers.enforced} events were enforced: what they say went through us.`);
    }
    const parts = [
      `${tiers.enforced} events were enforced`,
      `${tiers.attested} are only what the harness said`,
      `${tiers.unobserved} declare something that was not seen`,
      ...(lost > 0 ? [`${lost} are known to be lost`] : []),
    ];
    return warn('provenance', 'runseal.gaps_declared', `${parts.join(', ')}.`);
  }

  #compare(event: EventView, seq: number | null): void {
    const sealed = mixFromPayload(event.payload);
    this.#sealed = sealed;
    if (sealed === null) this.#blame('runseal.mix_mismatch', 'The sealed tier mix cannot be read.', seq);
    else if (sealed.rules < 1 || sealed.rules > RULES_VERSION) this.#foreignRules = sealed.rules;
    else if (!sameMix(sealed, this.#counter.mix(0, sealed.rules))) {
      this.#blame('runseal.mix_mismatch', 'The sealed tier mix is not the mix of the events that are here.', seq);
    }
  }

  #declare(event: EventView, seq: number | null): void {
    if (this.#declared !== null)
      this.#blame('runseal.declared_twice', 'The blind spots are declared a second time.', seq);
    this.#declared = { attested: event.payload['attested_events'], seq };
  }

  #checkDeclaration(): void {
    const { attested } = this.#counter.mix().tiers;
    const mustDeclare = attested > 0 || (this.#external && this.#episodes > 0);
    if (mustDeclare && this.#declared === null) {
      this.#blame(
        'runseal.undeclared',
        'A harness outside our control took part, and its blind spots are not declared.',
        null,
      );
    }
    if (this.#declared !== null && this.#declared.attested !== attested) {
      const sentence = `The declaration counts ${shown(this.#declared.attested)} attested events, the record has ${attested}.`;
      this.#blame('runseal.declaration_mismatch', sentence, this.#declared.seq);
    }
  }

  #blame(code: SpineCode, sentence: string, seq: number | null): void {
    this.#fault ??= { code, sentence, seq };
  }
}

function sameMix(left: TierMix, right: TierMix): boolean {
  const tiers = (['enforced', 'attested', 'unobserved'] as const).every(
    (tier) => left.tiers[tier] === right.tiers[tier],
  );
  const names = Object.keys(left.types);
  const sameNumber = names.length === Object.keys(right.types).length;
  return tiers && sameNumber && names.every((type) => left.types[type] === right.types[type]);
}

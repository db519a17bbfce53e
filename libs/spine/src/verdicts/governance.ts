/** Governance: every action was admitted before it ran, and only what was granted, contained and not halted ran. */
import type { SpineCode } from '../errors.ts';
import type { EventView } from '../event/view.ts';
import type { CborMap, CborValue } from '../values.ts';
import type { Verdict } from '../verdicts.ts';
import { CONTAINMENT_LEVELS } from '../vocabulary.ts';
import { Consent } from './consent.ts';
import { absent, fail, pass, reportedSeq, shown } from './judge.ts';
import type { Fault, Judge } from './judge.ts';
import { readOpening } from './opening.ts';
import type { Opening } from './opening.ts';

/**
 * Actions that run no program, for records of 0.1, which do not say so themselves: they work inside our own process,
 * whatever the floor for programs is. An action that is not named here is held to the floor.
 */
const IN_OUR_PROCESS: ReadonlySet<unknown> = new Set([
  'workspace_list',
  'workspace_patch',
  'workspace_read',
  'workspace_search',
  'workspace_write',
]);

export class GovernanceJudge implements Judge {
  #opening: Opening | null = null;
  #halted = false;
  #fault: Fault | null = null;
  #starts = 0;
  readonly #started = new Set<CborValue>();
  readonly #rejected = new Set<CborValue>();
  readonly #ended = new Set<CborValue>();
  readonly #consent = new Consent();
  #lifecycleEvents = 0;

  see(event: EventView): void {
    const seq = reportedSeq(event.seq);
    if (event.type === 'run.opened') this.#opening ??= readOpening(event.payload);
    else if (event.type === 'run.halted') this.#halted = true;
    else if (event.type === 'episode.started') this.#episode(event.payload, seq);
    else if (event.type === 'check.recorded') this.#check(event.payload, seq);
    else if (event.type === 'approval.requested') this.#consent.request(event.payload);
    else if (event.type === 'approval.decided') this.#consent.decide(event.payload);
    else if (event.type === 'dispatch.start') this.#start(event.payload, seq);
    else if (event.type === 'dispatch.rejected') this.#reject(event.payload, seq);
    else if (event.type === 'dispatch.end') this.#end(event.payload, seq);
    if (event.type.startsWith('dispatch.')) this.#lifecycleEvents++;
  }

  verdict(): Verdict {
    if (this.#fault !== null) return fail('governance', this.#fault);
    if (this.#lifecycleEvents === 0) {
      return absent(
        'governance',
        'runseal.nothing_governed',
        'No action is recorded as dispatched, so there was nothing to govern.',
      );
    }
    const granted = this.#opening === null ? '' : ', was granted and was contained as required';
    const refused = this.#rejected.size === 0 ? '' : ` ${this.#rejected.size} refused, and none of those ran.`;
    return pass('governance', `${startedOf(this.#starts, granted)}${refused}`);
  }

  #start(payload: CborMap, seq: number | null): void {
    const call = callOf(payload);
    this.#starts++;
    if (this.#opening !== null && call === null)
      this.#blame(
        'runseal.call_unnumbered',
        'An action without a call number was started: nothing says how it ended.',
        seq,
      );
    if (this.#opening !== null && call !== null && this.#started.has(call))
      this.#blame('runseal.call_reused', `Call ${call} is started a second time.`, seq);
    if (call !== null) this.#started.add(call);
    if (this.#halted)
      this.#blame('runseal.dispatch_after_halt', 'An action was started after the run was halted.', seq);
    if (this.#opening === null) return;
    const { action } = payload;
    if (typeof action !== 'string' || !this.#opening.grant.has(action)) {
      this.#blame(
        'runseal.action_not_granted',
        `The action ${shown(action)} is not among those granted to the run.`,
        seq,
      );
    }
    this.#walls(this.#opening, payload, seq);
    const policy = typeof action === 'string' ? this.#opening.approvals.get(action) : undefined;
    const dissent = this.#consent.against(payload, policy);
    if (dissent !== null) this.#blame(dissent.code, dissent.sentence, seq);
  }

  /** A program is held to the run's floor, to the floor its own event names, and to the one its trust asks for. */
  #walls(
    { floor, trustFloors }: Opening,
    { action, containment, runs_program: says, floor: own }: CborMap,
    seq: number | null,
  ) {
    if (typeof says === 'boolean' ? !says : IN_OUR_PROCESS.has(action)) return;
    const trusted = typeof action === 'string' ? trustFloors.get(action) : undefined;
    for (const least of [floor, own, trusted]) {
      if (least !== undefined) this.#contained(least, containment, 'an action', seq);
    }
  }

  #episode({ containment }: CborMap, seq: number | null): void {
    if (this.#opening?.external === true) this.#contained(this.#opening.floor, containment, 'an episode', seq);
  }

  #check({ containment }: CborMap, seq: number | null): void {
    if (this.#opening !== null) this.#contained(this.#opening.floor, containment, 'a check', seq);
  }

  #contained(floor: CborValue, level: CborValue | undefined, what: string, seq: number | null): void {
    // A level this version does not know counts as none, a floor it does not know as the highest.
    if (levelOf(level) >= (levelOf(floor) === -1 ? CONTAINMENT_LEVELS.length : levelOf(floor))) return;
    const sentence = `Containment of ${what} was ${shown(level)}, weaker than the floor ${shown(floor)}.`;
    this.#blame('runseal.containment_below_floor', sentence, seq);
  }

  #reject(payload: CborMap, seq: number | null): void {
    const call = callOf(payload);
    if (call === null) return;
    this.#rejected.add(call);
    if (this.#ended.has(call)) this.#deniedButRan(call, seq);
  }

  #end(payload: CborMap, seq: number | null): void {
    const call = callOf(payload);
    if (call === null || !this.#started.has(call)) {
      const which = call === null ? 'An action without a call number' : `Call ${call}`;
      this.#blame('gov.unadmitted_action', `${which} ended, and was never admitted before.`, seq);
    }
    if (call === null) return;
    if (this.#rejected.has(call)) this.#deniedButRan(call, seq);
    if (this.#opening !== null && this.#ended.has(call)) {
      this.#blame('runseal.call_ended_twice', `Call ${call} ended a second time.`, seq);
    }
    this.#ended.add(call);
  }

  #deniedButRan(call: number | bigint, seq: number | null): void {
    this.#blame('gov.admission_denied_but_executed', `Call ${call} was refused, and it ran.`, seq);
  }

  #blame(code: SpineCode, sentence: string, seq: number | null): void {
    this.#fault ??= { code, sentence, seq };
  }
}

function startedOf(count: number, granted: string): string {
  if (count === 0) return 'No action was started.';
  return `${count === 1 ? 'The one action' : `Each of ${count} actions`} was admitted before it ran${granted}.`;
}

function callOf({ call }: CborMap): number | bigint | null {
  return typeof call === 'number' || typeof call === 'bigint' ? call : null;
}

function levelOf(level: CborValue | undefined): number {
  return (CONTAINMENT_LEVELS as readonly unknown[]).indexOf(level);
}

import { Inject, Injectable } from '@nestjs/common';
import { HarnessError } from '@runseal/harness';
import { describeRemote, digestOf, placementRefusal, type RemoteAddress } from '@runseal/harness/remote';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Sql } from 'postgres';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config/config.ts';
import { addressOf, requireToken, tokenOf } from '../config/given-harness.ts';
import { CONFIG, REMOTES, SQL } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import { listRemotes } from '../remotes/list-remotes.ts';
import type { RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import { givenView, rowView, type View } from '../remotes/remote-view.ts';
import { RemotesRepository } from '../remotes/remotes.repository.ts';
import type { RegisterDone, RegisterRequest, RemoteHarnessPage, RemotesFilter } from '../wire/operator.ts';

/** Which remote harnesses there are, at the word of the operator. */
@Injectable()
export class OperatorService {
  private readonly repository: RemotesRepository;
  private readonly remotes: RemoteHarnesses;
  private readonly env: Config['env'];
  constructor(@Inject(SQL) sql: Sql, @Inject(REMOTES) remotes: RemoteHarnesses, @Inject(CONFIG) config: Config) {
    this.repository = new RemotesRepository(sql);
    this.remotes = remotes;
    this.env = config.env;
  }

  /** The harness is asked what it is; what it says then is what it is held to. */
  async register(auth: Auth, asked: RegisterRequest, reply: FastifyReply): Promise<z.output<typeof RegisterDone>> {
    requireOperator(auth);
    const { name } = asked;
    if (this.given(name) !== null)
      throw conflict('harness_exists', `The harness ${name} was given at start-up. Choose another name.`);
    const address = addressOf(name, asked.address, this.env);
    const token = tokenOf(name, this.env);
    requireToken(name, address, token);
    const { descriptor, digest } = await describeRemote(address, token);
    const refusal = placementRefusal(descriptor);
    if (refusal !== null) throw conflict('placement_refused', `The harness ${name} cannot be served. ${refusal}`);
    const spec = digestOf({ name, address: address.text, descriptor });
    let result: z.output<typeof RegisterDone>['result'] = 'created';
    const fresh = {
      name,
      address: address.text,
      spec_digest: Buffer.from(spec, 'hex'),
      descriptor_digest: Buffer.from(digest, 'hex'),
      descriptor: JSON.stringify(descriptor),
      registered_by: auth.principal,
    };
    await this.repository.register(fresh, (found) => {
      if (found === null) return 'insert';
      if (found.spec_digest.toString('hex') !== spec)
        throw conflict(
          'harness_exists',
          `There is a harness ${name} with another specification (${found.state}). A name keeps its meaning: choose another.`,
        );
      result = found.state === 'retired' ? 'reactivated' : 'unchanged';
      return found.state === 'retired' ? 'reactivate' : 'keep';
    });
    void reply.status(result === 'created' ? 201 : 200);
    return { result, harness: await this.show(auth, name, false) };
  }

  async show(auth: Auth, name: string, observe: boolean): Promise<View> {
    requireOperator(auth);
    const given = this.given(name);
    if (given !== null) {
      const view = givenView(given);
      return observe ? { ...view, observed: await this.observed(name, given.address, null) } : view;
    }
    const row = await this.repository.find(name);
    if (row === null) throw unknown(name);
    const view = rowView(row);
    if (!observe) return view;
    const digest = row.descriptor_digest.toString('hex');
    return { ...view, observed: await this.observed(name, addressOf(name, row.address, this.env), digest) };
  }

  async list(auth: Auth, filter: RemotesFilter): Promise<z.output<typeof RemoteHarnessPage>> {
    requireOperator(auth);
    return listRemotes(this.remotes.given, this.repository, filter);
  }

  async retire(auth: Auth, name: string, reason: string): Promise<View> {
    requireOperator(auth);
    if (this.given(name) !== null)
      throw conflict(
        'harness_static',
        `The harness ${name} was given at start-up: leave it out there to be rid of it.`,
      );
    const row = await this.repository.retire(name, auth.principal, reason);
    if (row === null) throw unknown(name);
    return rowView(row);
  }

  private given(name: string) {
    return this.remotes.given.find((each) => each.name === name) ?? null;
  }

  private async observed(name: string, address: RemoteAddress, pinned: string | null): Promise<View['observed']> {
    try {
      const { descriptor, digest } = await describeRemote(address, tokenOf(name, this.env));
      const refusal = placementRefusal(descriptor);
      const same = pinned === null || pinned === digest;
      const detail = refusal ?? (same ? '' : 'It describes itself otherwise than when it was registered.');
      return { reachable: true, same, servable: refusal === null, detail };
    } catch (error) {
      if (error instanceof HarnessError)
        return { reachable: false, same: false, servable: false, detail: error.message };
      throw error;
    }
  }
}

/** Which harnesses there are concerns every workspace. */
function requireOperator(auth: Auth): void {
  if (auth.workspaces !== null)
    throw new ProblemError(
      403,
      'admin_required',
      'Only a principal who may see every workspace decides about harnesses.',
    );
}

const conflict = (code: string, detail: string): ProblemError => new ProblemError(409, code, detail);
const unknown = (name: string): ProblemError =>
  new ProblemError(404, 'harness_unknown', `There is no remote harness ${name}.`);

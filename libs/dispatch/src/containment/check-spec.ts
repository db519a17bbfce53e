import { DispatchError } from '../errors.ts';
import type { ProgramSpec } from './sandbox.ts';

/** Throws `runseal.program_invalid` for a spec that could mean something else to the layers below (NUL, relative paths). */
export function checkSpec(spec: ProgramSpec): void {
  for (const place of [spec.path, spec.cwd, ...spec.mounts.map((mount) => mount.child)]) absolute(place);
  for (const mount of spec.mounts) if (mount.kind !== 'tmpfs') absolute(mount.host);
  for (const text of [...spec.args, ...Object.values(spec.env)]) noNul(text);
  for (const name of Object.keys(spec.env))
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) invalid(`environment name ${JSON.stringify(name)}`);
  for (const { port } of spec.reach)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) invalid(`reach port ${port}`);
  if (new Set(spec.reach.map(({ port }) => port)).size !== spec.reach.length) invalid('a reach port is named twice');
  if (spec.signal?.aborted === true)
    throw new DispatchError('runseal.cancelled', 'The program was cancelled before it was started.');
}

function absolute(place: string): void {
  noNul(place);
  if (!place.startsWith('/')) invalid(`path ${JSON.stringify(place)} is not absolute`);
  if (place.split('/').includes('..')) invalid(`path ${JSON.stringify(place)} holds ..`);
}

function noNul(text: string): void {
  if (text.includes('\0')) invalid('a NUL character cannot be passed to a program');
}

function invalid(what: string): never {
  throw new DispatchError('runseal.program_invalid', `The program cannot be started as described: ${what}.`);
}

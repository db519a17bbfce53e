/** A harness of this machine on the screen: what its profiles promise, and what was found. */
import type { InspectedProfile, Inspection } from '@runseal/externagent/evidence';
import type { Block, Span } from './screen.ts';

export function inspectionBlocks({ title, vendor, adapterVersion, readiness, sandbox, profiles }: Inspection): Block[] {
  const ready: Span =
    readiness.code === null
      ? { text: 'ready', tone: 'good' }
      : { text: `not ready: ${readiness.reason} (${readiness.code})`, tone: 'warn' };
  return [
    [
      { text: title, tone: 'strong' },
      ` by ${vendor}, version ${readiness.version ?? 'unknown'}, adapter ${adapterVersion}`,
    ],
    [ready],
    [`Sandbox: ${sandbox.level}. ${sandbox.mechanism}`],
    ...(sandbox.reason === '' ? [] : [[{ text: sandbox.reason, tone: 'warn' as const }]]),
    ...profiles.flatMap((profile): Block[] => [[], ...profileBlocks(profile)]),
  ];
}

function profileBlocks({ profile, surfaces, throughGateway, probed }: InspectedProfile): Block[] {
  const rows = Object.entries(surfaces).map(([surface, state]): Span[] => [
    surface,
    { text: state, tone: state === 'open' ? 'warn' : 'plain' },
    ...(throughGateway === null ? [] : [throughGateway[surface] ?? '']),
    foundSpan(probed?.found[surface] ?? 'not_tried', probed?.broken.includes(surface) === true),
  ]);
  const head = [
    'surface',
    'promised',
    ...(throughGateway === null ? [] : ['with the model gateway']),
    throughGateway === null
      ? 'found by trying'
      : `found by trying, ${probed?.way === 'provider' ? 'without' : 'with'} it`,
  ];
  return [
    [{ text: `Profile ${profile}`, tone: 'strong' }],
    { head, rows },
    ...(probed === null
      ? [[{ text: 'This program was not tried; leave out --look to try it.', tone: 'warn' as const }]]
      : triedBlocks(probed)),
  ];
}

function triedBlocks({
  binarySha256,
  offered,
  broken,
  reason,
  complete,
}: NonNullable<InspectedProfile['probed']>): Block[] {
  return [
    ...(reason === '' ? [] : [[{ text: reason, tone: 'warn' as const }]]),
    ...(complete ? [[`Tools of its own on offer: ${offered.join(', ') || 'none'}`]] : []),
    ...(binarySha256 === null ? [] : [[{ text: `Program ${binarySha256} (SHA-256)`, tone: 'dim' as const }]]),
    ...(broken.length === 0
      ? []
      : [[{ text: `NOT HELD AS PROMISED: ${broken.join(', ')}. Do not use this version.`, tone: 'bad' as const }]]),
  ];
}

function foundSpan(found: string, broken: boolean): Span {
  const text = found.replaceAll('_', ' ');
  return { text, tone: broken ? 'bad' : found === 'unknown' || found === 'not_tried' ? 'warn' : 'plain' };
}

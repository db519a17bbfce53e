import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Histogram } from './histogram.ts';
import { exposition, METRICS } from './metric.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const named = async (path: string): Promise<string[]> =>
  [...new Set((await readFile(join(ROOT, path), 'utf8')).match(/\b(?:runseal|process)_[a-z_]+\b/g))]
    .map((name) => name.replace(/_seconds_(bucket|sum|count)$/, '_seconds'))
    .filter((name) => !/^runseal_(owner|service|node|key)/.test(name));

test('The bundled alerts look at metrics that exist', async () => {
  const names = await named('infra/prometheus/alerts.yaml');
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(Object.keys(METRICS)).toContain(name);
});

test('The page for operators tells of every metric, and of no other', async () => {
  const text = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
  for (const name of await named('docs/operating.md')) expect(Object.keys(METRICS)).toContain(name);
  for (const name of Object.keys(METRICS)) {
    const short = `…${name.slice(name.lastIndexOf('_'))}`;
    expect(text.includes(`\`${name}\``) || text.includes(`\`${short}\``)).toBe(true);
  }
});

test('Samples of one name stand together under their type', () => {
  const text = exposition([
    { name: 'runseal_http_responses_total', labels: { class: '2xx' }, value: 3 },
    { name: 'runseal_store_up', value: 1 },
    { name: 'runseal_http_responses_total', labels: { class: '5xx' }, value: 0 },
  ]);
  expect(text.split('\n').filter((line) => !line.startsWith('# HELP'))).toEqual([
    '# TYPE runseal_store_up gauge',
    'runseal_store_up 1',
    '# TYPE runseal_http_responses_total counter',
    'runseal_http_responses_total{class="2xx"} 3',
    'runseal_http_responses_total{class="5xx"} 0',
    '',
  ]);
});

test('A duration on a bound lies within it, each bucket holds those before it, and what is longer than all is counted too', () => {
  const value = new Histogram();
  for (const seconds of [0, 0.25, 0.2500001, 60]) value.add(seconds);
  const text = exposition([{ name: 'runseal_append_seconds', value }]);
  expect(text).toContain('\n# TYPE runseal_append_seconds histogram\n');
  const told = (le: string) => Number(new RegExp(`_bucket\\{le="${le}"\\} (\\d+)`).exec(text)![1]);
  expect(['0.001', '0.1', '0.25', '0.5', '10', '\\+Inf'].map(told)).toEqual([1, 1, 2, 3, 3, 4]);
  expect(text).toMatch(/\nrunseal_append_seconds_sum 60\.5000001\nrunseal_append_seconds_count 4\n$/);
});

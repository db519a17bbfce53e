/** The Grafana dashboard and the alerts, against what a running API really tells. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openHouse, type House } from './api-house.ts';

const INFRA = join(import.meta.dirname, '../../infra');
const TOKEN = 'a-token-of-sixteen-or-more';
/** What Prometheus adds to every series that it scrapes. */
const ADDED = ['instance', 'job'];
const OPERATORS = ['and', 'or', 'unless'];
/** Functions that are used, and the kind of metric they make sense over; '' for any. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  absent: '',
  changes: 'gauge',
  count: '',
  deriv: 'gauge',
  histogram_quantile: '',
  max: '',
  rate: 'counter',
  resets: 'gauge',
  sum: '',
  topk: '',
};

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** What is told of one name: its kind, and the values of each label. */
interface Told {
  readonly kind: string;
  readonly labels: Map<string, Set<string>>;
}

let house: House;
let told: ReadonlyMap<string, Told>;
let panels: readonly Panel[];
beforeAll(async () => {
  house = await openHouse({ RUNSEAL_METRICS_TOKEN: TOKEN });
  // Answers are told of once there was one.
  await fetch(`${house.api.url}/health`);
  const scraped = await fetch(`${house.api.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  told = toldIn(await scraped.text());
  const file = await readFile(join(INFRA, 'grafana/dashboards/runseal.json'), 'utf8');
  const all = (JSON.parse(file) as { panels: readonly Panel[] }).panels;
  panels = all.filter(({ type }) => type !== 'row');
});
afterAll(() => house.close());

function toldIn(text: string): ReadonlyMap<string, Told> {
  const found = new Map<string, Told>();
  for (const [, name, kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    // Of a histogram its buckets are asked for, and each of them counts.
    found.set(kind === 'histogram' ? `${name!}_bucket` : name!, {
      kind: kind === 'histogram' ? 'counter' : kind!,
      labels: new Map(),
    });
  for (const [, name, all] of text.matchAll(/^(\w+)\{([^}]*)\} /gm))
    for (const [, label, value] of all!.matchAll(/(\w+)="([^"]*)"/g)) {
      const labels = found.get(name!)?.labels;
      labels?.set(label!, (labels.get(label!) ?? new Set()).add(value!));
    }
  return found;
}

/** Every name in an expression is a metric, a function over the right kind, or a label of what it is asked of. */
function expectTold(expr: string, legend = ''): void {
  const groups = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels]) => labels!.split(/, */));
  const bare = expr.replaceAll(/\b(?:by|on) \([^)]*\)/g, '').replaceAll(/\[[^\]]*\]/g, '');
  const used = [...bare.matchAll(/\b([a-z_]+)\b(?:\{([^}]*)\})?( *\()?/g)].filter(
    ([, name]) => !OPERATORS.includes(name!),
  );
  const metrics = used.filter(([, , , call]) => call === undefined);
  expect(metrics.length).toBeGreaterThan(0);
  for (const [, name, matchers] of metrics) {
    expect([...told.keys()]).toContain(name);
    for (const matcher of matchers?.split(',') ?? []) {
      const [, label, value] = /^(\w+)="([^"]*)"$/.exec(matcher)!;
      expect([...(told.get(name!)!.labels.get(label!) ?? [])]).toContain(value);
    }
  }
  const labels = [...metrics.flatMap(([, name]) => [...told.get(name!)!.labels.keys()]), ...ADDED];
  for (const label of [...groups, ...[...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)])
    expect(labels).toContain(label);
  for (const [, name] of used.filter(([, , , call]) => call !== undefined))
    expect(Object.keys(FUNCTIONS)).toContain(name);
  for (const [, name, over] of expr.matchAll(/\b([a-z]+)\((\w+)(?:\{[^}]*\})?\[/g))
    expect([name, told.get(over!)?.kind]).toEqual([name, FUNCTIONS[name!]]);
  for (const [open, close] of ['()', '[]', '{}']) expect(expr.split(open!)).toHaveLength(expr.split(close!).length);
}

test('Every panel asks for what the API tells, by labels that it has', () => {
  const asked = panels.flatMap(({ targets }) => targets ?? []);
  expect(asked.length).toBeGreaterThan(15);
  for (const { expr, legendFormat } of asked) expectTold(expr, legendFormat);
});

test('Every metric has a panel', () => {
  const all = panels.flatMap(({ targets }) => targets ?? []).map(({ expr }) => expr);
  for (const name of told.keys()) expect(all.filter((expr) => new RegExp(`\\b${name}\\b`).test(expr))).not.toEqual([]);
});

test('Every panel says what it shows, in which unit, and lies on no other', () => {
  const cells = new Set<string>();
  for (const { id, title, description, fieldConfig, gridPos, targets } of panels) {
    expect(title).not.toBe('');
    expect([title, description?.endsWith('.')]).toEqual([title, true]);
    expect([title, typeof fieldConfig?.defaults.unit]).toEqual([title, 'string']);
    expect([title, targets?.length]).not.toEqual([title, 0]);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(x).toBeLessThan(24);
        expect([id, cells.has(`${x} ${y}`)]).toEqual([id, false]);
        cells.add(`${x} ${y}`);
      }
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test('Every alert asks for what the API tells', async () => {
  const alerts = await readFile(join(INFRA, 'prometheus/alerts.yaml'), 'utf8');
  const asked = [...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => expr!);
  expect(asked).toHaveLength([...alerts.matchAll(/- alert: /g)].length);
  for (const expr of asked) expectTold(expr.replace(/ (==|>) [\d.]+$/, ''));
  // A panel that draws the line of an alert names it.
  const named = panels.flatMap(({ description }) => description!.match(/\bRunseal[A-Z]\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(alerts).toContain(`- alert: ${name}\n`);
});

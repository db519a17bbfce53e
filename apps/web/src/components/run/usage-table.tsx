import type { UsageView } from '../../api/wire.ts';
import { DataTable, type Column } from '../table/data-table.tsx';
import { TierMark } from '../tier/tier-mark.tsx';
import classes from './usage.module.css';

type Tokens = NonNullable<UsageView['model']>;
interface Row {
  readonly who: 'ours' | 'theirs';
  readonly tokens: Tokens | null;
}

const number = (n: number | null | undefined): string => (n == null ? '–' : n.toLocaleString('en'));

/** One row for what we recorded, one for what the harness says. */
export function UsageTable({ usage }: { usage: UsageView }) {
  const { model, harness, prices } = usage;
  if (model === null && harness === null)
    return (
      <p className={classes.dim}>
        Nothing on the record says what was used: no model call went through us, and the harness gave no account.
      </p>
    );
  const rows: readonly Row[] = [
    { who: 'ours', tokens: model },
    { who: 'theirs', tokens: harness },
  ];
  const columns: readonly Column<Row>[] = [
    { key: 'who', header: 'By', card: 'title', cell: Who },
    { key: 'times', header: 'Said by', cell: timesOf },
    { key: 'in', header: 'Input', align: 'end', cell: ({ tokens }) => number(tokens?.inputTokens) },
    { key: 'cached', header: 'of it cached', align: 'end', cell: ({ tokens }) => number(tokens?.cachedInputTokens) },
    { key: 'out', header: 'Output', align: 'end', cell: ({ tokens }) => number(tokens?.outputTokens) },
    {
      key: 'reasoning',
      header: 'of it reasoning',
      align: 'end',
      cell: ({ tokens }) => number(tokens?.reasoningTokens),
    },
    { key: 'cost', header: 'Cost', align: 'end', cell: ({ tokens }) => costOf(tokens) },
  ];
  return (
    <>
      <DataTable caption="Usage and cost" columns={columns} rows={rows} rowKey={({ who }) => who} />
      <p className={classes.dim}>
        {prices === null
          ? 'The goal names no prices, so no cost is computed.'
          : `By the prices the goal names, in its currency: ${micros(prices.inputMicrosPerMillion)} a million input and ${micros(prices.outputMicrosPerMillion)} a million output tokens.`}
      </p>
    </>
  );
}

function Who({ who }: Row) {
  return (
    <span className={classes.who}>
      <TierMark tier={who === 'ours' ? 'enforced' : 'attested'} size={10} />
      {who === 'ours' ? 'model answers on the record' : "the harness's own account"}
    </span>
  );
}

const timesOf = ({ who, tokens }: Row): string => {
  if (tokens === null) return who === 'ours' ? 'none was recorded' : 'it gave none';
  const what = who === 'ours' ? 'answer' : 'episode';
  const sources = tokens.sources.length === 0 ? '' : `, ${tokens.sources.join(' and ')}`;
  return `${number(tokens.times)} ${what}${tokens.times === 1 ? '' : 's'}${sources}`;
};

const costOf = (tokens: Tokens | null): string => (tokens?.costMicros == null ? '–' : micros(tokens.costMicros));

/** Millionths as a decimal number: 12,345 is 0.012345. */
const micros = (millionths: number): string =>
  (millionths / 1e6).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

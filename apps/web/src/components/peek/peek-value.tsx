import { contentOf, hexOf, isObject } from '../../words/payload.ts';
import { inUnits } from '../../words/unit.ts';
import { Identifier } from '../identifier/identifier.tsx';
import { Name } from '../said/name.tsx';
import { ContentBlock } from './content-block.tsx';
import classes from './peek.module.css';

interface Props {
  readonly run: string;
  /** Seq of the event, where it is one of a run. */
  readonly seq?: number | undefined;
  readonly name: string;
  readonly value: unknown;
  /** The action these are the arguments of, so that what it would write shows as a change. */
  readonly action?: string | null;
  /** The recorded hash of a raw line, where there is one to compare with. */
  readonly rawSha256?: unknown;
}

/** One value of a payload in the form that fits it. All of it is text to us; nothing of it is ever markup. */
export function PeekValue({ run, seq, name, value, rawSha256, action = null }: Props) {
  const content = contentOf(value);
  if (content !== null)
    return (
      <ContentBlock
        run={run}
        seq={seq ?? null}
        name={name}
        content={content}
        sha256={hexOf(rawSha256)}
        action={action}
      />
    );
  const hex = hexOf(value);
  if (hex !== null) return <Identifier value={hex} what={name} />;
  if (value === null) return <span className={classes.nothing}>none</span>;
  if (Array.isArray(value))
    return value.length === 0 ? (
      <span className={classes.nothing}>none</span>
    ) : (
      <List run={run} seq={seq} name={name} items={value} />
    );
  if (isObject(value))
    return typeof value['$int'] === 'string' ? value['$int'] : <Nested run={run} seq={seq} value={value} />;
  return (
    <span className={classes.text}>
      <Name text={typeof value === 'string' ? value : (inUnits(name, value) ?? JSON.stringify(value))} />
    </span>
  );
}

function List({ run, seq, name, items }: Omit<Props, 'value'> & { items: readonly unknown[] }) {
  return (
    <ul className={classes.list}>
      {items.map((item, index) => (
        <li key={index}>
          <PeekValue run={run} seq={seq} name={name} value={item} />
        </li>
      ))}
    </ul>
  );
}

function Nested({ run, seq, value }: Pick<Props, 'run' | 'seq'> & { value: Record<string, unknown> }) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className={classes.nothing}>none</span>;
  return (
    <dl className={classes.nested}>
      {entries.map(([key, inner]) => (
        <div key={key}>
          <dt>
            <Name text={key} />
          </dt>
          <dd>
            <PeekValue run={run} seq={seq} name={key} value={inner} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { EventView } from '../../api/wire.ts';
import { exactNs } from '../../words/time.ts';
import { Identifier } from '../identifier/identifier.tsx';
import classes from './peek.module.css';

/** What holds the event in its place: leaf, link, and the bytes they are made of. */
export function PeekHashes({ run, event }: { run: string; event: EventView }) {
  return (
    <dl className={`${classes.facts ?? ''} ${classes.hashes ?? ''}`}>
      <div>
        <dt>time</dt>
        <dd>
          <span className="mono">{exactNs(event.time)}</span>
        </dd>
      </div>
      <div>
        <dt>leaf</dt>
        <dd>
          <Identifier value={event.leaf} what="leaf hash" />
        </dd>
      </div>
      <div>
        <dt>link</dt>
        <dd>
          <Identifier value={event.link} what="link hash" />
        </dd>
      </div>
      <div>
        <dt>bytes</dt>
        <dd>
          <a href={`data:application/cbor;base64,${event.canonical}`} download={`${run}-${String(event.seq)}.cbor`}>
            raw CBOR
          </a>
        </dd>
      </div>
    </dl>
  );
}

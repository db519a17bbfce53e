import type { Metadata } from 'next';
import { PageHeader } from '../../../components/shell/page-header.tsx';
import { GLOSSARY, TERMS } from '../../../words/glossary.ts';
import classes from '../../../components/glossary/glossary.module.css';

export const metadata: Metadata = { title: 'Glossary' };

/** Every word with a sense of its own, each at an address of its own. */
export default function GlossaryPage() {
  return (
    <>
      <PageHeader title="Glossary" />
      <dl className={classes.list}>
        {TERMS.map((term) => (
          <div key={term} id={term}>
            <dt>{GLOSSARY[term].word}</dt>
            <dd>{GLOSSARY[term].means}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

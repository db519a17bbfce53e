import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { projectFiles, ROOT } from './project.ts';

/** Written by a program, or by somebody else. */
const GENERATED = /(^|\/)(package-lock\.json|(operator-)?openapi\.json|next-env\.d\.ts|client\/schema\.ts|LICENSE)$/;
const TEXT = /\.(ts|tsx|js|mjs|cjs|json|sql|css|md|svg|ya?ml|sh)$|(^|\/)(Dockerfile|run)$/;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const written = projectFiles(TEXT).filter((file) => !GENERATED.test(file));

describe('the files of the project', () => {
  it('are found', () => {
    expect(written.length).toBeGreaterThan(100);
    expect(written).toContain('package.json');
  });

  it('have at most 300 lines, tests excepted', () => {
    const sources = written.filter((file) => /\.(ts|tsx|mjs|js|cjs|sql)$/.test(file) && !/\.test\.tsx?$/.test(file));
    const long = sources
      .map((file) => [file, read(file).split('\n').length - 1] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });

  it('lie in folders named after what they are about', () => {
    const vague = written.filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared|lib)\//i.test(file));
    expect(vague).toEqual([]);
  });

  it('name no folder of the machine they were written on', () => {
    const home = new RegExp(
      [ROOT, homedir(), '/wo' + 'rk'].map((folder) => `${folder.replace(/[^\w]/g, '\\$&')}/`).join('|'),
    );
    const local = written.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (home.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(local).toEqual([]);
  });

  it('leave nothing to be done later', () => {
    const mark = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`);
    const open = written.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (mark.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(open).toEqual([]);
  });

  it('run every test: none is focused, and a skipped one says why', () => {
    const tests = written.filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('test/architecture/'));
    const focused = tests.filter((file) => /\b(it|test|describe)\.only\b|\bf(it|describe)\(/.test(read(file)));
    const silent = tests.filter((file) => /\b(it|test|describe)\.skip\(|\bx(it|describe)\(/.test(read(file)));
    expect(focused).toEqual([]);
    expect(silent).toEqual([]);
  });
});

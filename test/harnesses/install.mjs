// Installs the pinned vendor CLIs of this folder. Does nothing when what is asked for is what was installed last.
// Usage: node test/harnesses/install.mjs [NAME ...]     names: codex (the default), claude, opencode, gemini, or all
// Exit 0: they are there, 1: they are not, and stderr names each of them and says why.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const platform = `${process.platform}-${process.arch}`;

/** `file` lies in the package that holds the CLI for this platform, which npm may leave out without failing. */
const CLIS = {
  codex: { package: '@openai/codex', file: `@openai/codex-${platform}/vendor`, megabytes: 430 },
  claude: {
    package: '@anthropic-ai/claude-code',
    file: `@anthropic-ai/claude-code-${platform}/claude`,
    megabytes: 390,
  },
  opencode: { package: 'opencode-linux-x64', file: `opencode-${platform}/bin/opencode`, megabytes: 180 },
  gemini: { package: '@google/gemini-cli', file: '@google/gemini-cli/bundle/gemini.js', megabytes: 100 },
};

const stamp = join(folder, 'node_modules', '.installed-lock');
const digest = createHash('sha256')
  .update(readFileSync(join(folder, 'package-lock.json')))
  .digest('hex');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const pins = { ...manifest.dependencies, ...manifest.devDependencies };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => name !== 'all' && !(name in CLIS));
if (unknown.length > 0) {
  console.error(`There is no CLI named ${unknown.join(', ')} here. There are: ${Object.keys(CLIS).join(', ')}, all.`);
  process.exitCode = 1;
} else {
  await install(asked.includes('all') ? Object.keys(CLIS) : asked.length === 0 ? ['codex'] : asked);
}

async function install(names) {
  if (isCurrent() && missing(names).length === 0) {
    console.log(`Vendor CLIs are in place: ${titles(names)}`);
    return;
  }
  // One lock, two sizes: what `npm test` drives, or everything. What is there already is not thrown away for less.
  const everything = names.some((name) => CLIS[name].package in manifest.devDependencies) || present('claude');
  const coming = everything ? Object.keys(CLIS) : names;
  const megabytes = coming.reduce((sum, name) => sum + CLIS[name].megabytes, 0);
  console.log(`Installing the vendor CLIs the tests drive: ${titles(coming)} (about ${megabytes} MB unpacked) ...`);
  const { code, output } = await npmCi(everything ? ['--include=dev'] : ['--omit=dev']);
  if (code === 0) writeFileSync(stamp, digest);
  const absent = code === 0 ? missing(names) : names;
  if (absent.length === 0) {
    console.log(`Installed: ${titles(coming)}`);
  } else {
    console.error(explain(absent, code, output));
    process.exitCode = 1;
  }
}

function isCurrent() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
}

function present(name) {
  return existsSync(join(folder, 'node_modules', CLIS[name].file));
}

function missing(names) {
  return names.filter((name) => !present(name));
}

function titles(names) {
  return names.map((name) => `${CLIS[name].package}@${pins[CLIS[name].package]}`).join(', ');
}

function npmCi(scope) {
  const npm = process.env.npm_execpath;
  const args = [
    'ci',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--include=optional',
    '--loglevel=error',
    ...scope,
  ];
  const child = npm
    ? spawn(process.execPath, [npm, ...args], { cwd: folder })
    : spawn('npm', args, { cwd: folder, shell: process.platform === 'win32' });
  const started = Date.now();
  const ticking = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    if (process.stdout.isTTY) process.stdout.write(`\r  ${seconds} s `);
    else if (seconds % 10 === 0) console.log(`  still installing after ${seconds} s`);
  }, 1000);
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (bytes) => (output += bytes));
    child.stderr.on('data', (bytes) => (output += bytes));
    const end = (code) => {
      clearInterval(ticking);
      if (process.stdout.isTTY) process.stdout.write('\r');
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += String(error.message);
      end(127);
    });
    child.on('close', end);
  });
}

function explain(names, code, output) {
  const network = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.exec(output);
  const why = network
    ? `the npm registry could not be reached (${network[0]}); check the network, a proxy, and \`npm config get registry\``
    : code === 0
      ? `npm installed no build for ${platform}; the CLI may not exist for it`
      : `npm ci ended with ${code}`;
  const tail = output.trim().split('\n').slice(-8).join('\n');
  return `Missing: ${titles(names)}: ${why}.\nThen run: node test/harnesses/install.mjs ${names.join(' ')}${tail ? `\n\n${tail}` : ''}`;
}

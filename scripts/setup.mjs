import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from './run.mjs';

const packages = path.join(root, 'node_modules');
const stampFile = path.join(packages, '.observatory-installed');

const stamp = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');

/** Where this node's C++ headers lie, so that a native package can be built without fetching them. */
const findHeaders = () => {
  const places = [path.resolve(path.dirname(process.execPath), '..'), '/usr'];
  return places.find((place) => existsSync(path.join(place, 'include/node/node.h'))) ?? null;
};

const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Node ${process.versions.node} is too old: Trajectory Observatory needs Node 20.19 or newer.\n`);
  process.exit(1);
};

/** npm empties the folder that it installs into: through a link, that would be another one's. */
const requireOwnFolder = () => {
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const target = existsSync(packages) ? ` to ${realpathSync(packages)}, and installing would empty that folder` : ' to nowhere';
  process.stderr.write(`${packages} is a link${target}. Nothing was installed: remove the link and start again.\n`);
  process.exit(1);
};

const fail = (what) => {
  process.stderr.write(`${what}, then start again.\n`);
  process.exit(1);
};

/**
 * Installs what package-lock.json names, unless it is installed already. `compiled`: resolves once native packages are compiled, which takes
 * most of the time, on one core. Ends the process when any of it fails.
 */
export const installPackages = async () => {
  requireNode();
  const wanted = stamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return { compiled: Promise.resolve() };
  requireOwnFolder();
  process.stderr.write('Installing packages (once)…\n');
  const code = await run('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], { output: 'stderr' });
  if (code !== 0) fail('The packages could not be installed (see above). Check the network');
  const compile = async () => {
    const headers = findHeaders();
    const env = headers && !process.env.npm_config_nodedir ? { npm_config_nodedir: headers } : {};
    if ((await run('npm', ['rebuild'], { env, output: 'stderr' })) !== 0)
      fail('The packages could not be compiled (see above). Install Python 3, make and a C++ compiler');
    writeFileSync(stampFile, wanted);
  };
  return { compiled: compile() };
};

/** The same, and waits for all of it. */
export const setup = async () => {
  const { compiled } = await installPackages();
  await compiled;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await setup();

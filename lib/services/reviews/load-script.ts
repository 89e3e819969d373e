import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import type { AskModel } from '../../models/model-request.ts';
import { makeScriptedModels, parseScript, type ReviewScript } from '../../reviewers/script.ts';
import { toStamp } from '../config/to-stamp.ts';
import { openBundleFile } from './load-bundles.ts';

const maxListed = 5;

const readScript = (file: string): ReviewScript => {
  const opened = openBundleFile(file, file);
  if ('problem' in opened) throw new AppError('invalid_input', `${file}: ${opened.problem}`);
  const { script, problems } = parseScript(opened.text);
  if (script) return script;
  const listed = problems.slice(0, maxListed).map(({ line, key, message }) => {
    const place = line === null ? file : `${file}:${line}`;
    return `${place}: ${key === '' ? '' : `${key}: `}${message}`;
  });
  const more = problems.length - listed.length;
  throw new AppError('invalid_input', [...listed, ...(more > 0 ? [`${file}: ${more} more problems.`] : [])].join('\n'));
};

/**
 * Plays models with the answers of a file in or below `folder`. It is read again only when it changed, and then begins anew. Fails with
 * `invalid_input`, which names file, line and key.
 */
export const makeLoadScript = (folder: string): ((place: string) => (reviewer: string) => AskModel) => {
  const loaded = new Map<string, { stamp: string | null; models: (reviewer: string) => AskModel }>();
  return (place) => {
    const file = path.resolve(folder, place);
    const stamp = toStamp(file);
    const known = loaded.get(file);
    if (known && known.stamp === stamp) return known.models;
    const script = readScript(file);
    const models = makeScriptedModels({ script, wait: (ms, signal) => sleep(ms, undefined, signal && { signal }) });
    loaded.set(file, { stamp, models });
    return models;
  };
};

import { AppError } from '../lib/domain/errors.ts';

/** The view with this name, or the only one ignoring case. `page`: the page that saves such views. */
export const getView = <View extends { name: string }>(views: readonly View[], name: string, page: string): View => {
  const alike = views.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const same = alike.find((one) => one.name === name);
  if (!same && alike.length > 1) {
    const names = alike.map((one) => one.name).join(', ');
    throw new AppError('invalid_input', `--view ${name}: matches several saved views. Use one of: ${names}.`);
  }
  const view = same ?? alike[0];
  if (view) return view;
  const known = views.length === 0 ? `Save one on the ${page} page first.` : `Use ${views.map((one) => one.name).join(', ')}.`;
  throw new AppError('not_found', `--view ${name}: no such saved view. ${known}`);
};

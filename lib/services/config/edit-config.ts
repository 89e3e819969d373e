import { isMap, isNode, isScalar, isSeq, parseDocument, YAMLMap, YAMLSeq, type Document, type Pair } from 'yaml';
import { observerEntry, observersConfig, type ObserverEntry, type ObserversConfig } from '../../domain/observer-config.ts';
import { defaultConfig } from '../../observers/observer-set.ts';
import { observerKinds } from '../../observers/registry.ts';

const head = ` Configuration of Trajectory Observatory. Keys that are left out have their defaults.`;

/** Deep equality that ignores the order of keys. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
};

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Updates a map to hold exactly `wanted`. Unchanged values keep their formatting; new values that equal `usual` are not written. */
const editMap = (document: Document, map: YAMLMap, wanted: Record<string, unknown>, defaults: Record<string, unknown> = {}): void => {
  for (const key of map.items.map(keyOf)) if (!(key in wanted) || wanted[key] === undefined) map.delete(key);
  for (const [key, value] of Object.entries(wanted)) {
    if (value === undefined || (!map.has(key) && isSame(value, defaults[key]))) continue;
    const inner = map.get(key, true);
    if (isMap(inner) && isObject(value)) editMap(document, inner, value);
    else if (!map.has(key) || !isSame(toValue(document, map, key), value))
      map.set(key, isScalarValue(value) ? value : document.createNode(value));
  }
};

const isScalarValue = (value: unknown): boolean => typeof value !== 'object' || value === null;

const toValue = (document: Document, map: YAMLMap, key: string): unknown => {
  const node = map.get(key, true);
  return isNode(node) ? node.toJS(document) : node;
};

const defaultEntry: Partial<ObserverEntry> = observerEntry.omit({ observer: true }).parse({});
const defaultFeedback = observersConfig.parse({ observers: [] }).feedback;

/** Explains `enabled: false` in a comment. */
const explainOff = (document: Document, item: YAMLMap, { observer, enabled }: ObserverEntry): void => {
  const reason = observerKinds.find(({ id }) => id === observer)?.offByDefault;
  if (enabled || reason === undefined) return;
  const off = document.createNode(false);
  off.comment = ` Off by default. ${reason}`;
  item.set('enabled', off);
};

const editObservers = (document: Document, top: YAMLMap, wanted: readonly ObserverEntry[]): void => {
  const found: unknown = top.get('observers', true);
  const list: YAMLSeq = isSeq(found) ? found : new YAMLSeq(document.schema);
  const [first] = list.items;
  // The parser attaches a comment before the first entry to the list, so it would stay behind when the entry moves.
  if (isMap(first) && !list.flow && list.commentBefore) [first.commentBefore, list.commentBefore] = [list.commentBefore, null];
  const known = new Map(list.items.filter((item) => isMap(item)).map((item) => [item.get('observer'), item]));
  list.items = wanted.map((entry) => {
    const item = known.get(entry.observer) ?? new YAMLMap(document.schema);
    editMap(document, item, entry, defaultEntry);
    if (!known.has(entry.observer)) explainOff(document, item, entry);
    return item;
  });
  // Flow style (`[]`, `{}`) has no room for comments, so use block style.
  list.flow = list.items.length === 0 || (list.flow === true && list.items.every((item) => isMap(item) && item.flow === true));
  if (list !== found) top.set('observers', list);
};

/**
 * Applies a change to the text of a configuration file. Unchanged parts keep their comments, position and formatting, and other top-level
 * keys stay as they are. `text` must have no syntax errors; '' starts a new file.
 */
export const editConfig = (text: string, { observers, feedback }: ObserversConfig): string => {
  const document: Document = parseDocument(text);
  if (!isMap(document.contents)) {
    document.contents = new YAMLMap(document.schema);
    document.commentBefore ??= head;
  }
  const top = document.contents;
  if (!isMap(top)) return text;
  if (top.has('observers') || !isSame(observers, defaultConfig.observers)) editObservers(document, top, observers);
  const said = top.get('feedback', true);
  if (isMap(said)) editMap(document, said, feedback, defaultFeedback);
  else if (!isSame(feedback, defaultFeedback)) top.set('feedback', document.createNode(feedback));
  else if (said !== undefined) top.delete('feedback');
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
};

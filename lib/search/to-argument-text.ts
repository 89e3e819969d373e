import { parseJson } from '../domain/parse-json.ts';

/** Names and values of a call's arguments as text, without JSON's escapes. Invalid JSON, or JSON that is too deep, stays as it is. */
export const toArgumentText = (params: string): string => {
  try {
    const parts: string[] = [];
    collect(parseJson(params), parts);
    return parts.join('\n');
  } catch {
    return params;
  }
};

const collect = (root: unknown, parts: string[]): void => {
  const open: { lead: string; value: unknown }[] = [{ lead: '', value: root }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { lead, value } = one;
    if (typeof value !== 'object' || value === null) parts.push(`${lead}${String(value)}`);
    else {
      const inside = Array.isArray(value)
        ? value.map((item: unknown) => ({ lead: '', value: item }))
        : Object.entries(value).map(([key, field]: [string, unknown]) => ({ lead: `${key}: `, value: field }));
      if (lead !== '') parts.push(lead.trim());
      for (const item of inside.toReversed()) open.push(item);
    }
  }
};

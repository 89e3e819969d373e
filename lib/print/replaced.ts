import type { ExportPreview } from '../domain/export.ts';
import { printCount, printCounted } from './number.ts';

/** Replacements in an export, by rule: `3 secrets are replaced: 2 anthropic-key, 1 password.` */
export const printReplaced = (replaced: ExportPreview['replaced']): string => {
  const total = replaced.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 'No secrets were found.';
  const byRule = replaced.map(({ rule, count }) => `${printCount(count)} ${rule}`).join(', ');
  return `${printCounted(total, 'secret')} ${total === 1 ? 'is' : 'are'} replaced: ${byRule}.`;
};

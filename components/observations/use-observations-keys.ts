'use client';
import type { RefObject } from 'react';
import { toObservationHref } from './evidence-link.ts';
import { useCopied } from '@/components/hooks/use-copied.ts';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useOpenEvidence } from './use-open-evidence.ts';
import type { Observations } from './use-observations.ts';

const plain = { reason: 'fixed', note: null } as const;

/** The keys of the page, and what some of its buttons do as well. */
export const useObservationsKeys = (observations: Observations, field: RefObject<HTMLInputElement | null>) => {
  const [copied, copy] = useCopied();
  const { url, current, selection, form, layout, actions, triage } = observations;
  const { state } = url;
  const open = useOpenEvidence(url, (text) => triage.announce(text, { isProblem: true }));
  const openEvidence = () => {
    if (current.row && !current.isUnseen()) void open(current.row);
  };
  const copyLinks = () => {
    const chosen = selection.selection;
    const keys = chosen.kind === 'rows' && selection.count > 0 ? [...chosen.versions.keys()] : current.row ? [current.row.key] : [];
    const all = `${location.pathname}${location.search}`;
    const links = chosen.kind === 'all' ? [all] : keys.map((key) => toObservationHref(state.view, key));
    copy(links.map((link) => location.origin + link).join('\n'));
  };
  const escape = () => {
    if (form.on !== null) form.close();
    else if (triage.conflict) triage.leave();
    else if (selection.count > 0) selection.clear();
    else if (!layout.hasPane && state.at !== null) current.close();
    else triage.dismiss();
  };
  useHotkeys({
    j: () => current.step(1, false),
    k: () => current.step(-1, false),
    J: () => current.step(1, true),
    K: () => current.step(-1, true),
    ArrowDown: () => current.step(1, false),
    ArrowUp: () => current.step(-1, false),
    x: selection.toggleCurrent,
    'Mod+a': selection.selectAll,
    a: () => actions.onEither({ ...plain, action: 'acknowledge' }),
    r: () => form.open(selection.count > 0 ? 'selection' : current.row ? 'current' : null),
    d: triage.doAnyway,
    u: () => (triage.canUndo() ? triage.undo() : actions.onEither({ ...plain, action: 'reopen' })),
    c: copyLinks,
    Enter: openEvidence,
    '/': () => field.current?.focus(),
    Escape: escape,
  });
  return { copied, copyLinks, openEvidence };
};

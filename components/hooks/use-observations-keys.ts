'use client';
import type { RefObject } from 'react';
import { toObservationHref } from '@/components/observations/evidence-link.ts';
import { useCopied } from './use-copied.ts';
import { useHotkeys } from './use-hotkeys.ts';
import { useOpenEvidence } from './use-open-evidence.ts';
import type { Observations } from './use-observations.ts';

const plain = { reason: 'fixed', note: null } as const;

/** The keys of the page, and what some of its buttons do as well. */
export const useObservationsKeys = (observations: Observations, field: RefObject<HTMLInputElement | null>) => {
  const [copied, copy] = useCopied();
  const { state, current, selection, selectedCount, triage, form } = observations;
  const open = useOpenEvidence(state.view, (text) => triage.tell(text, { isProblem: true }));
  const openEvidence = () => {
    if (current) void open(current);
  };
  const copyLinks = () => {
    const keys = selection.kind === 'rows' && selectedCount > 0 ? [...selection.versions.keys()] : current ? [current.key] : [];
    const all = `${location.pathname}${location.search}`;
    const links = selection.kind === 'all' ? [all] : keys.map((key) => toObservationHref(state.view, key));
    copy(links.map((link) => location.origin + link).join('\n'));
  };
  const escape = () => {
    if (form !== null) observations.closeForm();
    else if (triage.conflict) triage.leave();
    else if (selectedCount > 0) observations.clearSelection();
    else if (!observations.hasPane && state.at !== null) observations.close();
    else triage.dismiss();
  };
  useHotkeys({
    j: () => observations.step(1, false),
    k: () => observations.step(-1, false),
    J: () => observations.step(1, true),
    K: () => observations.step(-1, true),
    ArrowDown: () => observations.step(1, false),
    ArrowUp: () => observations.step(-1, false),
    x: observations.toggleCurrent,
    'Mod+a': observations.selectAll,
    a: () => observations.act({ ...plain, action: 'acknowledge' }),
    r: () => observations.setForm(selectedCount > 0 ? 'selection' : current ? 'current' : null),
    d: triage.doAnyway,
    u: () => (triage.canUndo ? triage.undo() : observations.act({ ...plain, action: 'reopen' })),
    c: copyLinks,
    Enter: openEvidence,
    '/': () => field.current?.focus(),
    Escape: escape,
  });
  return { copied, copyLinks, openEvidence };
};

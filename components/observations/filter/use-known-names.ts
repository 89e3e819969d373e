'use client';
import { useQuery } from '@tanstack/react-query';
import type { ListView } from './list-filter.ts';
import type { KnownNames } from './parse-query.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';

const none: KnownNames = { observers: [], projects: [] };

/** All observers and projects of which anything was found, whatever the list is narrowed to; asked for once it is `wanted`. */
export const useKnownNames = (view: ListView, wanted: boolean): KnownNames =>
  useQuery({ ...observationQueries.facets({ view, cleared: 'true' }), enabled: wanted }).data ?? none;

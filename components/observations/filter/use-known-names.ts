'use client';
import { useQuery } from '@tanstack/react-query';
import type { ListView } from './list-filter.ts';
import type { KnownNames } from './parse-query.ts';
import { observationQueries } from '@/lib/client/queries/observation-queries.ts';

const none: KnownNames = { observers: [], projects: [] };

/** All observers and projects with observations, regardless of the filter; requested once `wanted`. */
export const useKnownNames = (view: ListView, wanted: boolean): KnownNames =>
  useQuery({ ...observationQueries.facets({ view, cleared: 'true' }), enabled: wanted }).data ?? none;

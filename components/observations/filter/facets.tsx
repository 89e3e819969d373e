import type { ObservationsFacets } from './use-observations-facets.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { observationSeverity, observationState } from '@/lib/domain/observation.ts';
import { FacetBox, FacetGroup } from './facet-group.tsx';
import { toAges, toFixedValues, toNamedValues } from './facet-values.ts';
import { mayBeResolved, printSent, toWithResolved } from './query-words.ts';
import { toggleValue, type ListFilter } from './list-filter.ts';
import { printState, severityWords } from '@/components/observations/observation-words.ts';

type Props = {
  filter: ListFilter;
  facets: Pick<ObservationsFacets, 'facets' | 'known'>;
  onChange: (next: Partial<ListFilter>) => void;
};

const find = <Word extends string>(words: readonly Word[], value: string): Word[] => words.filter((word) => word === value);

/** Filters of the list, with counts that ignore the choice in their own field. */
export const Facets = ({ filter, facets: { facets, known }, onChange }: Props) =>
  facets?.total === 0 && facets.outOfSight.all === 0 ? (
    <p className="px-3 py-2 text-table text-text3">No filters yet.</p>
  ) : (
    <div role="group" aria-label="Filters">
      <FacetGroup
        title="Severity"
        values={toFixedValues(observationSeverity.options, facets?.severities, (severity) => severityWords[severity]).map((entry) => ({
          ...entry,
          mark: <SeverityMark severity={entry.value} />,
        }))}
        chosen={filter.severities}
        onToggle={(value) =>
          find(observationSeverity.options, value).forEach((one) => onChange({ severities: toggleValue(filter.severities, one) }))
        }
      />
      <FacetGroup
        title="Status"
        values={toFixedValues(observationState.options, facets?.states, printState)}
        chosen={filter.states}
        onToggle={(value) => find(observationState.options, value).forEach((one) => onChange({ states: toggleValue(filter.states, one) }))}
      >
        <FacetBox
          label="Include archived"
          about={`Resolved observations that were archived${mayBeResolved(filter.states) ? '' : '; also selects the resolved statuses'}`}
          count={mayBeResolved(filter.states) ? (facets?.outOfSight.matching ?? null) : null}
          checked={filter.cleared}
          onToggle={() => onChange(filter.cleared ? { cleared: false } : { cleared: true, states: toWithResolved(filter.states) })}
        />
      </FacetGroup>
      <FacetGroup
        title="Observer"
        values={toNamedValues(facets?.observers, filter.observers, known.observers)}
        chosen={filter.observers}
        onToggle={(value) => onChange({ observers: toggleValue(filter.observers, value) })}
      />
      <FacetGroup
        title="Project"
        values={toNamedValues(facets?.projects, filter.projects, known.projects)}
        chosen={filter.projects}
        onToggle={(value) => onChange({ projects: toggleValue(filter.projects, value) })}
      />
      <FacetGroup
        title="Last seen"
        values={toAges(facets, filter.seen)}
        chosen={filter.seen === null ? [] : [String(filter.seen)]}
        onToggle={(value) => onChange({ seen: String(filter.seen) === value ? null : Number(value) })}
      />
      <FacetGroup
        title="Sent to the agent"
        values={toFixedValues(['yes', 'no'], facets?.sent, (value) => (value === 'yes' ? 'Yes' : 'No'))}
        chosen={filter.sent === null ? [] : [printSent(filter.sent)]}
        onToggle={(value) => onChange({ sent: filter.sent !== null && printSent(filter.sent) === value ? null : value === 'yes' })}
      />
    </div>
  );

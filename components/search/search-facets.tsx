import { FacetGroup } from '@/components/observations/filter/facet-group.tsx';
import { toNamedValues } from '@/components/observations/filter/facet-values.ts';
import { searchKind, type SearchKind } from '@/lib/domain/search.ts';
import { listChosen, toggleValue } from './edit-query.ts';
import { kindLabels } from './search-words.ts';
import type { Search } from './use-search.ts';

type Props = { q: string; facets: Search['facets']; onChange: (q: string) => void };

/** Filters that narrow the matches. A click changes the text of the query. */
export const SearchFacets = ({ q, facets: { kinds, projects, agents }, onChange }: Props) => {
  const chosenKinds = searchKind.options.filter((kind) => listChosen(q, 'kind').some((one) => one === kind));
  // Summaries repeat what records say, and stand among the results only where they are asked for.
  const labelOf = (kind: SearchKind): string =>
    kind === 'summary' && !chosenKinds.includes(kind) ? `${kindLabels[kind]}, if chosen` : kindLabels[kind];
  const labeled = kinds?.map((facet) => ({ ...facet, label: labelOf(searchKind.parse(facet.value)) }));
  const known = chosenKinds.map((value) => ({ value, label: kindLabels[value], count: 0 }));
  return (
    <div role="group" aria-label="Filters">
      <FacetGroup
        title="Kind"
        values={toNamedValues(labeled, chosenKinds, known)}
        chosen={chosenKinds}
        onToggle={(value) => onChange(toggleValue(q, 'kind', value))}
      />
      <FacetGroup
        title="Project"
        values={toNamedValues(projects ?? [], listChosen(q, 'project'), [])}
        chosen={listChosen(q, 'project')}
        onToggle={(value) => onChange(toggleValue(q, 'project', value))}
      />
      <FacetGroup
        title="Agent"
        values={toNamedValues(agents ?? [], listChosen(q, 'agent'), [])}
        chosen={listChosen(q, 'agent')}
        onToggle={(value) => onChange(toggleValue(q, 'agent', value))}
      />
    </div>
  );
};

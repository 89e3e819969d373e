import { Card } from '@/components/ui/card.tsx';

/** Values by name, in a column each. */
export const FactsCard = ({ title, facts }: { title: string; facts: readonly (readonly [name: string, value: string])[] }) => (
  <Card title={title}>
    <dl className="flex flex-col gap-1 text-read">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-text2">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </Card>
);

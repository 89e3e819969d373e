import type { ModelUse, SummaryMethod } from '@/lib/domain/summary.ts';
import { printMoney } from '@/lib/print/money.ts';
import { printCompact } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

type Props = { use: ModelUse; method: SummaryMethod };

/** Which model was asked, what it cost, what it was not shown, and why it gave no summary, or none when it was asked anew. */
export const ModelFacts = ({ use: { model, input_tokens, output_tokens, cost_usd, left_out, failure }, method }: Props) => (
  <p className="text-fact break-words text-text3">
    {failure === null ? null : (
      <span className="text-med">
        {method === 'model' ? 'Not regenerated: ' : ''}
        {toVisibleText(failure)}{' '}
      </span>
    )}
    {[
      toVisibleText(model),
      `${printCompact(input_tokens)} tokens in, ${printCompact(output_tokens)} out`,
      printMoney(cost_usd),
      ...(left_out === null ? [] : [left_out]),
    ].join(' · ')}
  </p>
);

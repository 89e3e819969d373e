import { AppError } from '../domain/errors.ts';
import { findSecrets } from '../redaction/find-secrets.ts';

/** Fails where a field of the body has a secret; `why` it cannot stay, and what to do. */
export const refuseSecrets = (body: Record<string, string>, why: string): void => {
  for (const [field, text] of Object.entries(body)) {
    const [secret] = findSecrets(text);
    if (secret)
      throw new AppError('invalid_input', `body.${field}: there is a secret at character ${secret.start + 1} (${secret.rule}), and ${why}`);
  }
};

import * as z from 'zod';

// A hook checks each thing once: a function that is made for it would not pay off.
z.config({ jitless: true });

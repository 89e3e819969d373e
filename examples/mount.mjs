// A tiny agent with hooks: run it beside a server, `node examples/mount.mjs`. In another folder, first run
// `npm install PATH/TO/CHECKOUT` there.
import { mount } from 'trajectory-observatory/client';

const handlers = new Map();
const coordinator = { hooks: { register: (event, handler) => handlers.set(event, handler) } };
const emit = (event, data) => handlers.get(event)(event, data);

mount(coordinator, {
  session: `example-agent:${process.env.SESSION ?? process.pid}`,
  url: process.env.OBSERVATORY_URL,
  token: process.env.OBSERVATORY_TOKEN,
  cwd: process.cwd(),
  onError: (error, event) => console.error(`${event}: ${error.message}`),
});

for (const prompt of ['Write a parser for dates.', 'Now handle time zones.']) {
  // What reviewers found in the turn before comes with the next prompt.
  const { action, context, reason } = await emit('message:received', { prompt });
  if (action === 'deny') throw new Error(reason);
  console.log(`> ${prompt}\n${context?.content ?? '(nothing to address)'}`);
  await emit('tool:post', { tool: { name: 'write_file', input: { path: 'dates.py' }, result: 'ok' } });
  const { action: after } = await emit('response:complete');
  console.log(`The turn is over: ${after}`);
}

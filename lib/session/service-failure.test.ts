import { expect, it } from 'vitest';
import { toFailureReason, toServiceFailure } from './service-failure.ts';

it.each<[string, string | null, ReturnType<typeof toServiceFailure>]>([
  ['API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', null, 'service_error'],
  ['API Error: Server is temporarily limiting requests (not your usage limit)', 'rate_limit', 'service_error'],
  ["This request would exceed your organization's rate limit of 50,000 tokens per minute", null, 'service_error'],
  ['API Error: 400 {"error":{"message":"quota will reset after 2 h"}}', 'invalid_request', 'service_error'],
  ['Connection error.', null, 'service_error'],
  ["You've hit your limit · resets 3am (Europe/Berlin)", null, 'usage_limit'],
  ["You've hit your weekly limit · resets Monday", null, 'usage_limit'],
  ["You're out of extra usage · resets 6pm", 'rate_limit', 'usage_limit'],
  ['Claude AI usage limit reached|1780000000', null, 'usage_limit'],
  ['5-hour limit reached ∙ resets 4pm', null, 'usage_limit'],
  ['Credit balance is too low', null, 'usage_limit'],
  ['You exceeded your current quota, please check your plan and billing details.', null, 'usage_limit'],
  ['Try again at 8:10 PM.', 'usage_limit_exceeded', 'usage_limit'],
  ['API Error: Claude Code is unable to respond to this request, which appears to violate our Usage Policy', null, 'refused'],
  ['The response was stopped.', 'content_filter', 'refused'],
])('tells a service error from a limit and a refusal: %s', (text, code, failure) => {
  expect(toServiceFailure(text, code)).toBe(failure);
});

it.each([
  ['API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'API Error: 529 Overloaded'],
  ['{"message":"No such model"}', 'No such model'],
  ['API Error: {broken', 'API Error: {broken'],
  ['  Out of credits.\nBuy more.  ', 'Out of credits.'],
  ['', ''],
])('gives the line that says why: %s', (text, reason) => {
  expect(toFailureReason(text)).toBe(reason);
});

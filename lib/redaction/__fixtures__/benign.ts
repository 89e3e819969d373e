const hash = (length: number, seed: number): string =>
  Array.from({ length }, (_, at) => ((at * 7 + seed * 13 + ((at * at * seed) % 11)) % 16).toString(16)).join('');
const uuid = (seed: number): string => [8, 4, 4, 4, 12].map((length, at) => hash(length, seed + at)).join('-');
const each = <Item>(items: readonly Item[], ...print: ((item: Item) => string)[]): string[] => items.flatMap((item) => print.map((one) => one(item)));

const placeholders = [
  '<your-key>', '$TOKEN', '${TOKEN}', 'xxxxxxxxxxxxxxxxxxxx', 'your-api-key-here', 'YOUR_API_KEY', 'process.env.API_KEY', 'os.environ["KEY"]',
  '********', 'changeme', 'replace-me', '{{ token }}', '%TOKEN%', 'example-key-1234', '...', 'null', 'undefined', '[REDACTED]', 'REDACTED', 'None',
];
const types = ['string', 'str', 'String', 'z.string()', 'number', 'boolean', 'Optional[str]', 'string | null', 'SecretStr', 'true', 'unknown'];
const calls = ['getToken()', 'await login(user)', 'req.body.password', 'args.password', 'self.password', 'config.get("password")', 'crypto.randomBytes(32)', 'input.value', 'props.token', 'user.password_hash'];
const labels = ['Password', 'Enter your password', 'Kennwort', 'Forgot password?', 'Repeat password', 'API key', 'Your API key is invalid', 'Token expired', 'No token', 'Missing credentials'];
const words = ['task-runner-configuration', 'risk-assessment-2024', 'disk-usage-report', 'ask-again-later-please', 'desk-lamp-with-shade', 'sk-learn-contrib', 'sketch-pad-v2'];
const paths = [
  'src/auth/token.ts', '/etc/ssl/private/server.key', '/home/app/.config/secrets/token', 'C:\\Users\\app\\secret.txt', './keys/api_key.pem', '~/.ssh/id_ed25519',
  'tests/fixtures/password-reset.test.ts', 'node_modules/.pnpm/next@16.4.5_react@19/node_modules/next', 'lib/password/strength.py', '/usr/lib/python3.12/site-packages/jwt/api_jwt.py',
];
const names = [
  'max_tokens', 'input_tokens', 'cache_creation_input_tokens', 'token_count', 'password_length', 'secret_name', 'api_key_id', 'tokenizer', 'key', 'keyboard', 'primary_key',
  'token_type', 'public_key', 'foreign_key', 'sort_key', 'cookie_consent', 'authorization_code_flow', 'passwordless', 'bypass', 'compass',
];
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

/** Texts without a secret that look as if they had one: shapes from prompts, calls and results of coding agents, none copied. */
export const benignTexts: readonly string[] = [
  ...each(placeholders, (one) => `API_KEY=${one}`, (one) => `password: "${one}"`, (one) => `Authorization: Bearer ${one}`, (one) => `postgres://app:${one}@db/app`),
  ...each(types, (one) => `password: ${one};`, (one) => `token: ${one},`, (one) => `"secret": ${one}`),
  ...each(calls, (one) => `const password = ${one};`, (one) => `token=${one}`, (one) => `api_key: ${one},`),
  ...each(labels, (one) => `"password": "${one}"`, (one) => `<label for="password">${one}</label>`, (one) => `throw new Error('${one}')`),
  ...each(words, (one) => one, (one) => `npm run ${one}`),
  ...each(paths, (one) => one, (one) => `TOKEN_FILE=${one}`, (one) => `secret: ${one}`, (one) => `{"file_path":"${one.replaceAll('\\', '\\\\')}"}`),
  ...each(names, (one) => `${one}: 4096`, (one) => `"${one}": "value"`, (one) => `${one} = compute(${one}, 12)`),
  ...each(
    seeds,
    (one) => `commit ${hash(40, one)}`,
    (one) => `index ${hash(7, one)}..${hash(7, one + 1)} 100644`,
    (one) => `sha256:${hash(64, one)}`,
    (one) => `"integrity": "sha512-${Buffer.from(hash(64, one)).toString('base64')}"`,
    (one) => `"id": "${uuid(one)}"`,
    (one) => `{"session_id":"${uuid(one)}","tool_use_id":"toolu_01${hash(22, one)}"}`,
    (one) => `call_${hash(24, one)}`,
    (one) => `msg_01${hash(22, one)} req_011${hash(21, one)}`,
    (one) => `"etag": "W/\\"${hash(32, one)}\\""`,
    (one) => `data:image/png;base64,iVBORw0KGgo${Buffer.from(hash(90, one)).toString('base64')}`,
    (one) => `"next_page_token": "${hash(40, one)}"`,
    (one) => `"cache_key": "${hash(32, one)}"`,
    (one) => `"task_key":"${hash(32, one)}","crew_key":"${hash(32, one + 1)}"`,
    (one) => `docker pull app@sha256:${hash(64, one)}`,
    (one) => `Fingerprint: SHA256:${Buffer.from(hash(32, one)).toString('base64')}`,
    (one) => `https://example.org/a/${hash(32, one)}?v=${one}`,
  ),
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
  '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkq\n-----END CERTIFICATE-----',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx0 app@host',
  'https://example.org:8080/path@2x.png',
  'git@github.com:owner/name.git',
  'mailto:mira@example.org',
  'http://localhost:3000/@vite/client',
  'guest:guest@localhost',
  'amqp://guest:guest@localhost:5672',
  'postgres://postgres:postgres@localhost/app',
  'The Bearer token is sent in the Authorization header.',
  'Authorization: required for all endpoints',
  'Use Basic authentication with a username and password.',
  'if (password === confirmPassword) return;',
  'password != other_password',
  'password: { type: String, required: true }',
  'SELECT password FROM users WHERE id = 1',
  'ALTER TABLE users ADD COLUMN password VARCHAR(255)',
  'The secret: keep functions short.',
  'Tokens: 12,345 in, 678 out',
  'token = tokens[index + 1]',
  'const token = tokenize(source)[0];',
  'cookie: document.cookie.split(";")',
  'Cookie: none',
  'Set-Cookie: ',
  'curl -u "$USER:$PASS" https://example.org',
  'mysql -u root -p app < dump.sql',
  'cp -p source target',
  'PWD=/home/app/project',
  'OLDPWD=/tmp',
  '"pwd": "/work/app"',
  'AKIAIOSFODNN7EXAMPLE',
  'sk-...',
  'sk-ant-...',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'keys start with sk-ant-api03-',
  'regex: /sk-[a-zA-Z0-9]{32}/',
  'eyJ is how a token begins',
  'x-api-key: $ANTHROPIC_API_KEY',
  'echo "$GITHUB_TOKEN" | docker login',
  'token: ${{ secrets.GITHUB_TOKEN }}',
  'with:\n  token: ${{ github.token }}',
  'env("SECRET_KEY_BASE")',
  "settings.SECRET_KEY = config('SECRET_KEY')",
  'secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>',
  'func (t *Token) String() string {',
  'let token: Token = Token::Ident("name");',
  'aria-label="Password" type="password" autocomplete="current-password"',
  'import { apiKey, accessToken } from "./config"',
  'type Props = { token: string; secret?: string }',
  '[redacted: anthropic-key]',
  'password=[redacted: password]',
];

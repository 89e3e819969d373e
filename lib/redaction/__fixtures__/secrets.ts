/** A text with a secret in it. `secret` is what must be gone from it. */
export type LabeledSecret = { name: string; text: string; secret: string };

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';
const letters = upper + lower + digits;
const hex = '0123456789abcdef';

/** Characters in an order that is the same in each run: keys are made here so that none stands in the repository. */
const makeChars = (seed: number) => {
  let state = seed;
  return (length: number, alphabet = letters): string =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
    }).join('');
};
const chars = makeChars(7);
const join = (...parts: string[]): string => parts.join('');

/** Keys of providers, each as it is issued. */
const makeKeys = (): Record<string, string> => ({
  anthropic: join('sk-', 'ant-api03-', chars(86, `${letters}_-`), '-', chars(6), 'AA'),
  'anthropic admin': join('sk-', 'ant-admin01-', chars(86), 'AA'),
  'anthropic oauth': join('sk-', 'ant-oat01-', chars(80)),
  'openai project': join('sk-', 'proj-', chars(74, `${letters}_-`), 'T3', 'Blbk', 'FJ', chars(74)),
  'openai service account': join('sk-', 'svcacct-', chars(80)),
  'openai legacy': join('sk-', chars(20), 'T3', 'Blbk', 'FJ', chars(20)),
  deepseek: join('sk-', chars(32, hex)),
  openrouter: join('sk-', 'or-v1-', chars(64, hex)),
  'github classic': join('gh', 'p_', chars(36)),
  'github oauth': join('gh', 'o_', chars(36)),
  'github server': join('gh', 's_', chars(36)),
  'github fine-grained': join('github', '_pat_', chars(22), '_', chars(59)),
  gitlab: join('gl', 'pat-', chars(20, `${letters}_-`)),
  'gitlab runner': join('gl', 'rt-', chars(20)),
  'aws id': join('AK', 'IA', chars(16, upper + '234567')),
  'aws session id': join('AS', 'IA', chars(16, upper + '234567')),
  google: join('AI', 'za', 'Sy', chars(33, `${letters}_-`)),
  'google oauth': join('ya', '29.', chars(120, `${letters}_-`)),
  'google client secret': join('GOC', 'SPX-', chars(28)),
  'slack bot': join('xo', 'xb-', chars(12, digits), '-', chars(13, digits), '-', chars(24)),
  'slack user': join('xo', 'xp-', chars(12, digits), '-', chars(12, digits), '-', chars(12, digits), '-', chars(32, hex)),
  'slack app': join('xa', 'pp-1-', chars(11, upper), '-', chars(13, digits), '-', chars(64, hex)),
  'slack webhook': join('hooks.', 'slack.com/services/T', chars(8, upper), '/B', chars(10, upper), '/', chars(24)),
  'stripe live': join('sk', '_live_', chars(99)),
  'stripe test': join('sk', '_test_', chars(24)),
  'stripe restricted': join('rk', '_live_', chars(24)),
  'stripe webhook': join('wh', 'sec_', chars(32)),
  npm: join('np', 'm_', chars(36)),
  pypi: join('py', 'pi-AgEIcHlwaS5vcmc', chars(150, `${letters}_-`)),
  huggingface: join('h', 'f_', chars(34, upper + lower)),
  sendgrid: join('S', 'G.', chars(22), '.', chars(43)),
  twilio: join('S', 'K', chars(32, hex)),
  telegram: join(chars(10, '123456789'), ':A', 'A', chars(33, `${letters}_-`)),
  discord: join('M', chars(23), '.', chars(6), '.', chars(38)),
  'discord webhook': join('discord', '.com/api/webhooks/', chars(18, '123456789'), '/', chars(68)),
  'azure client secret': join(chars(3), '8', 'Q~', chars(34)),
  digitalocean: join('do', 'p_v1_', chars(64, hex)),
  databricks: join('da', 'pi', chars(32, hex)),
  shopify: join('shp', 'at_', chars(32, hex)),
  mailgun: join('ke', 'y-', chars(32, hex)),
  linear: join('lin', '_api_', chars(40)),
  notion: join('nt', 'n_', chars(46)),
  groq: join('gs', 'k_', chars(52)),
  xai: join('xa', 'i-', chars(80)),
  vault: join('hv', 's.', chars(90)),
  grafana: join('gl', 'sa_', chars(32), '_', chars(8, hex)),
  docker: join('dck', 'r_pat_', chars(27)),
  jwt: join('ey', 'J', chars(33), '.ey', 'J', chars(120), '.', chars(43, `${letters}_-`)),
});

/** Where a tool's call or result holds a key. */
const places: readonly (readonly [name: string, embed: (key: string) => string])[] = [
  ['header', (key) => `curl -H "x-api-key: ${key}" https://api.example.org/v1`],
  ['escaped JSON', (key) => `{"command":"export KEY=\\"${key}\\"\\nrun"}`],
  ['cut at the end', (key) => `Using ${key.slice(0, Math.ceil(key.length * 0.9))}…`],
];

const block = () => Array.from({ length: 6 }, () => chars(64, `${letters}+/`));
const armor = (kind: string, lines: string[], end: string) =>
  [join('-----BEGIN ', kind, '-----'), ...lines, join('-----END ', kind, '-----')].join(end);

const makeGeneric = (): [name: string, text: (secret: string) => string, secret: string][] => {
  const [password, other, key, hexKey, base64] = [`${chars(9)}!7`, `tr0ub4dor&${chars(3)}`, `${chars(20)}4f9`, chars(32, hex), `${chars(39)}7=`];
  return [
    ['env password', (s) => `DB_PASSWORD=${s}\n`, password],
    ['env password of letters', (s) => `export MYSQL_PASSWORD=${s}`, join('correct', 'horse')],
    ['quoted env', (s) => `POSTGRES_PASSWORD="${s}"`, other],
    ['yaml password', (s) => `database:\n  user: app\n  password: ${s}\n`, password],
    ['json password', (s) => `{"user":"app","password":"${s}"}`, join('let', 'meinnow')],
    ['escaped json password', (s) => `{\\"user\\":\\"app\\",\\"password\\":\\"${s}\\"}`, password],
    ['twice escaped', (s) => `{\\\\\\"password\\\\\\":\\\\\\"${s}\\\\\\"}`, password],
    ['python password', (s) => `conn = connect(host="db", password="${s}")`, other],
    ['js password', (s) => `const config = { passphrase: '${s}' };`, password],
    ['flag password', (s) => `deploy --user app --password ${s} --force`, password],
    ['flag password with =', (s) => `deploy --password=${s} --force`, password],
    ['after escaped newline', (s) => `USER=app\\nADMIN_PASSWORD=${s}\\nPORT=80`, password],
    ['percent-encoded', (s) => `user%3Dapp%26password%3D${s}%26x%3D1`, `${chars(10)}7`],
    ['query', (s) => `https://api.example.org/v1?api_key=${s}&page=2`, key],
    ['xml', (s) => `<settings><password>${s}</password></settings>`, password],
    ['ini', (s) => `[client]\nuser = root\npassword = ${s}\n`, password],
    ['sql server', (s) => `Server=db;Database=app;User Id=sa;Password=${s};Encrypt=true`, password],
    ['azure storage', (s) => `DefaultEndpointsProtocol=https;AccountName=app;AccountKey=${s};EndpointSuffix=core`, `${chars(86, `${letters}+/`)}==`],
    ['azure signature', (s) => `https://app.blob.core/x?sv=2022-11-02&sig=${s}`, `${chars(43)}%3D`],
    ['aws secret', (s) => `aws_secret_access_key = ${s}`, chars(40, `${letters}/+`)],
    ['aws secret env', (s) => `export AWS_SECRET_ACCESS_KEY=${s}`, chars(40, `${letters}/+`)],
    ['aws secret json', (s) => `"SecretAccessKey": "${s}"`, chars(40, `${letters}/+`)],
    ['aws session', (s) => `AWS_SESSION_TOKEN=${s}`, `${chars(300, `${letters}/+`)}==`],
    ['api key', (s) => `api_key: "${s}"`, key],
    ['apiKey', (s) => `apiKey: '${s}',`, hexKey],
    ['django', (s) => `SECRET_KEY = '${s}'`, `django-insecure-${chars(50, `${letters}!@#%^&*(-_=+)`)}`],
    ['rails', (s) => `secret_key_base: ${s}`, chars(128, hex)],
    ['client secret', (s) => `{"client_id":"app","client_secret":"${s}"}`, base64],
    ['refresh token', (s) => `{"refresh_token":"${s}","expires_in":3600}`, chars(64)],
    ['private token', (s) => `PRIVATE-TOKEN: ${s}`, chars(24)],
    ['npmrc', (s) => `//registry.npmjs.org/:_authToken=${s}`, chars(36, `${hex}-`)],
    ['header call', (s) => `headers.set('x-auth-token', '${s}')`, key],
    ['index', (s) => `headers["X-Api-Key"] = "${s}"`, key],
    ['datadog', (s) => `DD_API_KEY=${s} agent start`, hexKey],
    ['twilio token', (s) => `TWILIO_AUTH_TOKEN=${s}`, chars(32, hex)],
    ['bearer', (s) => `Authorization: Bearer ${s}`, chars(48)],
    ['bearer json', (s) => `{"Authorization":"Bearer ${s}"}`, chars(48)],
    ['bearer escaped', (s) => `{\\"authorization\\": \\"Bearer ${s}\\"}`, chars(32, `${letters}_-`)],
    ['bearer encoded', (s) => `Authorization%3A%20Bearer%20${s}`, chars(40)],
    ['basic', (s) => `authorization: Basic ${s}`, `${chars(23)}=`],
    ['token header', (s) => `-H 'Authorization: token ${s}'`, chars(40, hex)],
    ['bare authorization', (s) => `Authorization: ${s}`, chars(40)],
    ['set-cookie', (s) => `Set-Cookie: session=${s}; Path=/; HttpOnly`, chars(40)],
    ['cookie', (s) => `Cookie: theme=dark; sid=${s}`, chars(40)],
    ['cookie json', (s) => `{"cookie":"connect.sid=${s}"}`, chars(40)],
    ['postgres', (s) => `postgres://app:${s}@db.internal:5432/app`, chars(12)],
    ['postgresql driver', (s) => `DATABASE_URL="postgresql+asyncpg://app:${s}@db/app"`, `${chars(8)}%21`],
    ['mysql', (s) => `mysql://root:${s}@127.0.0.1/app`, chars(10)],
    ['mongodb', (s) => `mongodb+srv://app:${s}@cluster0.abc.mongodb.net/?w=majority`, chars(14)],
    ['redis', (s) => `redis://:${s}@cache:6379/0`, chars(16)],
    ['amqp', (s) => `amqps://app:${s}@queue/vhost`, chars(16)],
    ['https', (s) => `git clone https://mira:${s}@git.example.org/a/b.git`, chars(16)],
    ['encoded url', (s) => `url=postgres%3A%2F%2Fapp%3A${s}%40db`, chars(12)],
    ['curl -u', (s) => `curl -s -u admin:${s} https://ci.example.org/api`, `${chars(8)}9`],
    ['mysql -p', (s) => `mysqldump -h db -u root -p${s} app`, `${chars(8)}9`],
    ['sshpass', (s) => `sshpass -p '${s}' ssh app@host`, password],
    ['rsa key', (s) => `cat key\n${s}\ndone`, armor('RSA PRIVATE KEY', block(), '\n')],
    ['ec key', (s) => s, armor('EC PRIVATE KEY', block(), '\n')],
    ['openssh key', (s) => `x ${s}`, armor('OPENSSH PRIVATE KEY', block(), '\n')],
    ['encrypted key', (s) => s, armor('RSA PRIVATE KEY', ['Proc-Type: 4,ENCRYPTED', `DEK-Info: AES-256-CBC,${chars(32, hex)}`, '', ...block()], '\n')],
    ['service account', (s) => `{"type":"service_account","private_key":"${s}\\n"}`, armor('PRIVATE KEY', block(), '\\n')],
    ['twice escaped key', (s) => `"{\\"private_key\\":\\"${s}\\"}"`, armor('PRIVATE KEY', block(), '\\\\n')],
    ['pgp key', (s) => s, armor('PGP PRIVATE KEY BLOCK', ['', ...block()], '\n')],
    ['cut key', (s) => `${join('-----BEGIN ', 'PRIVATE KEY-----')}\n${s}`, block().join('\n')],
    ['numbered key', (s) => s.split('\n').map((line, at) => `${at + 1}→${line}`).join('\n'), armor('PRIVATE KEY', block(), '\n')],
    ['kubeconfig', (s) => `    client-key-data: ${s}`, chars(400, `${letters}+/`)],
    ['netrc', (s) => `machine api.example.org login mira password ${s}`, chars(16)],
    ['netrc in lines', (s) => `machine git.example.org\n  login bot\n  password ${s}\n`, password],
    ['docker config', (s) => `{"auths":{"registry.example.org":{"auth":"${s}"}}}`, `${chars(31)}=`],
    ['aws configure', (s) => `AWS Secret Access Key [None]: ${s}\nDefault region name [None]: `, chars(40, `${letters}/+`)],
    ['format string', (s) => `headers={"Authorization": f"token ${s}"}`, chars(40)],
    ['presigned', (s) => `https://b.s3.amazonaws.com/f?X-Amz-Expires=3600&X-Amz-Signature=${s}`, chars(64, hex)],
    ['docker login -p', (s) => `docker login -u app -p ${s} registry.example.org`, chars(18)],
    ['telegram url', (s) => `https://api.telegram.org/bot${s}/getMe`, join(chars(10, '123456789'), ':AA', chars(33))],
    ['sudo -S', (s) => `echo '${s}' | sudo -S apt-get update`, chars(16)],
    ['password-stdin', (s) => `echo ${s} | docker login -u app --password-stdin`, chars(24)],
    ['xml attribute', (s) => `<add key="SmtpPassword" value="${s}" />`, chars(14)],
    // Known to be hard.
    ['passphrase with spaces', (s) => `passphrase: "${s}"`, join('orchid rocket ', 'lamp ninety')],
    ['letters only', (s) => `API_TOKEN=${s}`, chars(22, lower)],
    ['short token', (s) => `token: ${s}`, chars(8)],
    ['in prose', (s) => `The password is ${s}, use it.`, password],
    ['unnamed', (s) => `echo ${s} | docker login --username app`, chars(40)],
    ['split', (s) => `key = "${s.slice(0, 12)}" + "${s.slice(12)}"`, chars(30)],
  ];
};

const keys = Object.entries(makeKeys());

export const labeledSecrets: readonly LabeledSecret[] = [
  ...keys.flatMap(([name, key]) =>
    places.map(([place, embed]) => {
      const text = embed(key);
      // The part of a cut key that is left.
      return { name: `${name}, ${place}`, text, secret: text.includes(key) ? key : key.slice(0, Math.ceil(key.length * 0.9)) };
    }),
  ),
  ...makeGeneric().map(([name, embed, secret]) => ({ name, text: embed(secret), secret })),
];

const wholeForms = [
  ...['anthropic', 'anthropic admin', 'openai project', 'openai legacy', 'openrouter', 'stripe live', 'github classic', 'github fine-grained'],
  ...['gitlab', 'aws id', 'aws session id', 'google', 'google client secret', 'slack bot', 'npm', 'pypi', 'huggingface', 'sendgrid'],
  ...['digitalocean', 'shopify', 'groq', 'docker', 'jwt'],
];
/** Keys whose form identifies them within a word, too. */
export const gluedKeys: readonly (readonly [name: string, key: string])[] = keys.filter(([name]) => wholeForms.includes(name));

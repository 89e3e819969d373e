import { toStem } from './wording.ts';

/**
 * Words that reviewers use for one thing, by subject; groups are separated by `;`. Any form of a word counts, and a word may be in several
 * groups. They are general knowledge of software and reviews, not of a project.
 */
const subjects: Readonly<Record<string, string>> = {
  security: `
    attacker malicious hostile untrusted tainted adversary user supplied client controlled arbitrary hijack; inject interpolate
    concatenate splice template embed formatted string unescaped quote; sanitize escape encode purify clean strip filter raw; parameterize
    bind bound placeholder prepared parameter; xss script html innerhtml markup render dompurify javascript; sql query statement select
    database orm insert delete; shell command exec execute subprocess popen system spawn bash process; eval exec execute arbitrary; path
    traversal directory folder dotdot outside escape join filename; deserialize unpickle unmarshal unserialize yaml object; secret
    credential password token key apikey passphrase private; hardcode literal embedded constant fixed baked inline plaintext plain
    committed checked default fallback; log logger print stdout console debug write dump output; leak expose disclose reveal visible
    sensitive private pii personal; sensitive private personal pii email phone address birthday name confidential customer; hash md5 sha1
    digest bcrypt argon2 scrypt salt; encrypt cipher aes tls ssl https plaintext cleartext; certificate tls ssl verify verification cert
    x509 handshake; random predictable guessable sequential entropy uuid rand csprng; authenticate login logged signin session anonymous
    identity credential; authorize permission access owner ownership privilege role admin tenant idor forbidden allowed; admin
    administrator root superuser uid privilege sudo; csrf forgery cross site samesite origin; cors origin wildcard allowlist whitelist;
    ssrf url fetch internal metadata host; redirect location return url; cookie session httponly secure samesite; token jwt bearer claim
    signature signed audience issuer; expire expiry ttl lifetime age stale valid; revoke revocation invalidate logout reuse replay; rate
    throttle limit brute force lockout attempts quota debounce; regex regexp regular pattern backtracking redos compile; timing constant
    equality compare comparison; compare comparison equality identity; upload multipart attachment size; internet public world open
    exposed reachable everyone port ingress firewall security group; privacy gdpr pii personal private; ssrf fetch url internal metadata
    169 arbitrary intranet loopback; phishing redirect return lure; xxe entity dtd xml external expand; zip tar archive extract unpack
    entry slip; session fixation rotate regenerate renew login; mass assignment spread body overwrite fields role; enumeration reveal
    differ unknown account distinguish tell; password policy length weak strength minimum short; brute guess attempts unlimited tries
    lockout throttle; debug development verbose traceback production debugger flag; listing browse directory index; introspection depth
    nested graphql complexity cost; ssti template jinja render expression; overflow buffer strcpy memcpy bounds copy stack; free dangling
    double; chmod permission mode 0777 0666 0644 world readable writable; docker socket host mount privileged escape breakout container;
    layer arg image baked history secret; curl pipe bash sh script download checksum integrity unsigned; checksum integrity signature sri
    hash verify; bucket s3 blob storage public acl; nonce iv reuse static constant ecb; insecureskipverify rejectunauthorized verify
    certificate disabled check; cleartext unencrypted http plaintext wire transit; rest encryption disk kms; webhook signature hmac verify
    payload spoof forge; spoof forge fake impersonate pretend; clickjacking frame iframe embed csp header; header security csp hsts;
    tenant customer organization account cross isolate; cache key collide leak user include; encode base64 obfuscate encrypt; sudo root
    elevated administrator`,
  'errors, resources and concurrency': `
    error exception failure fail fault crash throw raise panic reject; swallow ignore suppress silently discard hide hidden mask drop lost
    unnoticed pass eat tolerate continue; catch except rescue handler try; crash panic abort die exit terminate kill blow throw unwrap
    typeerror exception; null nil undefined absent empty optional nullable unset npe attributeerror nullpointer; dereference access
    property attribute field member read; check guard verify test validate condition assert; validate check verify constraint schema
    invalid malformed bad range; malformed invalid corrupt bad garbage broken unexpected ill formed; unwrap panic option; close release
    dispose free cleanup leak finally defer context manager try resources; leak accumulate pile grow unreleased; cleanup unsubscribe
    removed teardown unmount dispose detach listener subscription; listener handler subscription event addeventlistener subscribe
    callback; handle descriptor stream inputstream reader writer; connection socket pool client session conn; timeout deadline hang hung
    forever indefinitely block stuck wait; retry attempt backoff repeated exponential jitter; backoff wait delay exponential interval
    hammer; cancel cancellation abort context ctx signal interrupt; transaction rollback atomic commit partial half inconsistent begin;
    race concurrent simultaneous parallel thread interleave toctou atomic unsynchronized; lock mutex synchronized semaphore rwlock guarded
    serialize; thread goroutine worker task spawn pool fork executor; deadlock lock order circular wait; await promise async asynchronous
    future floating; async event loop blocking synchronous sync stall; sequential serial gather parallel concurrently independent promise;
    sleep wait delay pause timeout fixed waitfortimeout; lost update overwrite concurrent optimistic clobber; clobber overwrite lose;
    order sequence early; signal sigterm shutdown graceful drain stop terminate; shutdown graceful exit stop drain inflight; zombie orphan
    child leftover wait; polling interval loop busy spin push; busy spin cpu loop wait poll; contention lock hold held critical wide; lock
    hold held long network io; pool connection exhaust opens per; reuse shared pool alive`,
  logic: `
    shared global static singleton module level mutable state; mutable mutate modify side effect; default argument parameter persists
    shared; copy clone duplicate shallow deep alias reference; boundary inclusive exclusive last far beyond fencepost edge bound early;
    index bounds range subscript offset slice position; last final tail; initial start; loop iterate traverse; infinite endless terminate
    forever recursion; overflow wrap wraparound underflow saturating u8 int32 truncate narrowing cast; divide division denominator zero
    nan average empty; float double decimal rounding precision cents money currency imprecise; round truncate floor precision cents; money
    price amount total currency cents payment sum cost fee; payment charge pay paid card billing checkout gateway refund money; total sum
    subtotal aggregate; discount coupon promotion rebate voucher; tax vat rate; date datetime timestamp day calendar clock; timezone utc
    dst daylight naive aware offset tz zone local; leap february 29 year month; expire stale cache outdated invalidate ttl old; cache
    memoize memo lru evict redis; invalidate evict purge stale refresh expire; stale outdated obsolete old longer removed gone former
    mismatch; closure dependency deps array effect useeffect hook usememo usecallback captured; render rerender component memo recreate
    rebuilt anew; state store status reducer context; unmount component effect cleanup; key index list row identity react; condition
    branch check predicate; inverted reversed wrong opposite negated backwards flipped swapped; order sorted sequence stable; duplicate
    twice double repeated copied second dedupe idempotent; idempotent retry duplicate twice replay redelivery; comparator order subtract;
    lexicographic alphabetical string numeric; sensitive insensitive lower upper casefold; unit milliseconds seconds ms minutes bytes
    kilobytes cents mismatch; millisecond second minute hour day; swapped argument order positional wrong mixed; variable wrong mixup
    copied; capture loop closure variable goroutine last; shadow outer inner redeclared; fallthrough break switch continues; integer
    division truncate floor; modulo remainder negative; precedence parentheses operator binds; short circuit boolean operator; midnight
    boundary day date; week weekday sunday monday calendar; overlap intersect interval; tie equal ties stable; reset cleared reinitialize
    remaining; uninitialized initialize unset garbage zero default; cursor skip rows page unstable ties pagination; non idempotent retry
    duplicate charge twice double; webhook delivery duplicate idempotency event twice`,
  'quality and style': `
    duplication copy paste repeated dry identical shared extract drift; unused dead unreachable unreferenced obsolete leftover redundant
    superfluous unnecessary needless; redundant unnecessary superfluous needless pointless useless; commented dead history; long lengthy
    huge large big giant monolithic bloated; responsibility god catch unrelated mixed cohesion split; split extract break separate divide
    decompose smaller; complex nested deep levels indentation pyramid conditionals cyclomatic flatten early return convoluted; early
    return flatten guard outdent; magic literal hard coded unexplained number constant named; constant enum literal named; name rename
    identifier descriptive vague meaningless cryptic misleading unclear letter; abbreviation acronym short spell initialism; convention
    style idiomatic pep8 lint guideline snake camel pascal idiom customary; snake camelcase pascalcase convention capitalization uppercase
    lowercase; indentation whitespace tabs spaces trailing formatting formatter prettier gofmt black; import module include wildcard star;
    unused import variable parameter; type annotation cast assertion typecheck mypy typescript unknown generic; cast coercion conversion
    convert parse; return value yields; parameter argument flag boolean positional option input; boolean flag true false bool toggle;
    comment docstring doc javadoc jsdoc godoc readme explain; outdated wrong incorrect inaccurate mismatch contradict disagree differ
    misleading says; sample snippet demo; link url anchor href 404 broken reference dead; typo misspelled spelling grammar; yagni
    premature speculative overengineered abstraction generic indirection; indirection wrapper forward layer passthrough; primitive string
    obsession typed dict map; side effect getter hidden surprise pure purity mutate; misleading name suggests implies pretends; length
    column characters long exceeds wide wrap; quotes double mixed; whitespace trailing blank newline; import order sorted grouped; var
    const hoisting; ternary nested conditional expression; return redundant unnecessary; hungarian prefix type; prefix suffix name;
    abbreviation cryptic short ctx tmp; yoda reversed literal; fmt gofmt rustfmt black prettier formatter; receiver self name; exported
    public comment doc; pronoun gender inclusive he`,
  performance: `
    docker image container dockerfile pod kubernetes layer; resource limits cpu memory quota request; memory ram heap oom load allocation
    buffer; unbounded unlimited cap maximum max size grow forever indefinitely; entire everything; stream chunk incremental buffered slurp
    readall; buffer batch flush; batch bulk group per item commit; query per lazy loop eager select prefetch join round trip; index scan
    sequential table seek; slow expensive costly inefficient performance latency throughput quadratic wasteful heavy; quadratic n² nested
    linear scan map lookup; recompute recalculate recreate rebuild repeated construct create anew per instantiate; construct create
    instantiate build allocate initialize instance; hoist module level outside static reuse; paging pagination limit offset cursor slice;
    concatenation string builder join append; network http remote api request real external third party internet round trip upstream;
    compress gzip size bundle minify payload; lazy eager defer import load startup; payload response large size bytes overfetch unneeded
    fields; columns star select unneeded; layout reflow thrash dom measure; virtualize rows dom thousands; bundle import tree shaking
    library lodash chunk; image resize compress thumbnail; debounce throttle keystroke typing input resize scroll; keystroke typing input
    search debounce request; hot path inner loop tight frequently; log verbose hot loop noisy spam flood; reflection dynamic slow; parse
    repeated json serialize; lazy author per select association relation include eager joinedload preload; count length load; cartesian
    product multiply duplicates join cross; column wrap index sargable cast lower; wildcard prefix search text; vacuum bloat partition
    archive retention; lock table migration alter blocking rewrite online; nullable backfill default migration null`,
  tests: `
    test spec suite coverage unit; coverage untested uncovered exercise checks; assert expectation verify check outcome; vacuous tautology
    trivial pass fail; mock stub patch fake double spy simulate; flaky intermittent nondeterministic unstable random timing order
    sometimes occasionally; order depend independent earlier isolation shared; isolation shared state leftover pollute fixture setup
    teardown leak; snapshot golden approve update blindly huge; skip ignore disabled xfail pending todo commented; selector locator css
    class xpath role testid element; fixture setup beforeeach factory data seed; temp temporary tmp tempdir home directory; staging
    production prod live real environment shared; name title; failure error negative unhappy invalid path edge; clock date frozen today
    fixed fails tomorrow year; seed random reproducible faker; cleanup leftover behind teardown; private internal implementation detail
    brittle break; brittle fragile break selector exact wording text; exact text wording message string; many behaviors multiple test
    focus; conditional branch loop logic test; happy success path normal; comment disabled block; tautology compares sides; swallow catch
    test passes green fail; parametrize table duplicate copy; golden fixture regenerate`,
  screens: `
    accessibility aria a11y wcag screen reader keyboard focus alt label contrast; focus outline ring keyboard tab; contrast color gray
    readable background; color hex palette variable custom property; css style class specificity selector; responsive mobile viewport
    breakpoint width screen; plural singular grammar; accessibility label input form button; tabindex order keyboard; animation motion
    transition; modal dialog popup`,
  docs: `
    prerequisite requirement node; port wrong number says listens; default says documents differs; screenshot image old ui; license
    copyright; heading level hierarchy title; toc navigation contents; ambiguous reading; passive active voice; tense future; sentence
    long hard; translation locale i18n hardcoded text strings; deprecated removed replaced old; throws raises documented error exception;
    returns documented; unit documented milliseconds seconds`,
  'design and data': `
    layer boundary bypass service repository controller handler domain separation; business logic domain rule; handler controller route
    endpoint view request; endpoint route url path api resource; http status response 200 404 500 400 verb post; coupling tightly
    dependency knows imports circular decouple; circular cyclic cycle mutual import; abstraction interface trait contract leaky
    implementors; inheritance subclass extends composition hierarchy base; global singleton registry static mutable; schema field column
    property attribute structure shape; column field attribute table; foreign key reference referential integrity constraint orphan;
    constraint check enum unique integrity allowed values invalid; enum values status free text string variants; unique duplicate
    constraint collide collision; normalize comma separated list column join; null nullable column; migration down rollback revert
    reversible backfill; rollback revert down undo; join left inner outer multiply cartesian; filter condition predicate; event message
    publish subscriber consumer queue topic broker kafka rabbitmq; consumer subscriber client reader listener; offset commit acknowledge
    ack; schema format revision evolution; failure redundancy replica failover availability; scale load instances traffic horizontal;
    stampede thundering herd expire simultaneously jitter overload; backup restore recovery retention; deletion destroy drop protection;
    verb url rest noun resource naming; chatty round trips aggregate; shared database services schema coupling; backpressure queue slow
    consumer overload drop; dead letter poison retry message forever; event id unique dedupe; order guarantee partition key sequence; big
    bang migration gradual incremental phased rollback; feature flag toggle rollout; availability zone region az multi redundancy;
    failover replica standby; autoscale scaling instances fixed; alarm alert page notify monitor; cost budget expensive bill; retention
    forever delete purge old gdpr; soft delete hard flag; audit trail history changed; created updated timestamps audit; surrogate natural
    primary key identifier; many join table array list; json blob column unstructured text; god table wide columns everything; timestamp
    timezone zone; versioned v1 breaking; error format inconsistent shape different; pagination endpoint unbounded list everything;
    optional nullable field; discriminator union type tag; leak internal model entity expose dto api; dto entity model persistence
    serialize; dependency injection construct hard wired testable; interface fat segregation split; inheritance composition base override;
    observer event decouple callback; configuration environment hardcoded url host; host hostname domain address ip url endpoint; ingress
    egress port 22 ssh security group cidr`,
  delivery: `
    install installation setup package dependency pip npm; environment variable env config setting; config settings option yaml toml ini;
    revision release tag semver changelog upgrade; changelog release notes mention announce silent; breaking incompatible compatibility
    backward consumers clients migration upgrade; dependency package library outdated vulnerable pinned lockfile; pin latest tag digest
    floating moving branch master; ci pipeline build workflow job step deploy action github; deploy release rollout production; continue
    error green failing tolerated ignore failures pass; pull request pr branch trigger push; cache key restore artifact; infrastructure
    terraform state backend remote s3 local; monitoring alert metric observability dashboard logging tracing; workflow permissions token
    write pull request target; concurrency workflow cancel; artifact cache key invalid stale; matrix versions tested; liveness readiness
    probe health restart; cpu memory requests limits throttle evict; rolling update replicas downtime; entrypoint pid1 init signal; multi
    stage image size build tools; apt cache layer cleanup; gitignore committed binary artifact build; commit message subject body; squash
    fixup history; submodule vendored copy`,
  conversations: `
    claim said stated declared reported announced asserted told says; verify checked confirm evidence proof ran tested unsupported;
    completed finished success successful fixed pass; incomplete unfinished partial half unanswered open left skipped forgot todo ignored
    addressed; answer reply response respond question address; question asked request query; instruction told asked requested rule
    requirement constraint direction; ignore disregard despite contrary violate contradict; contradict inconsistent conflict disagree
    versus opposite; scope unrelated unrequested beyond creep unasked refactored extra; refactored restructure rewrite rewrote cleanup;
    edit changed modify touch write hand manually; generated autogenerated codegen; guess assume assumption speculative speculation
    unproven hunch; reproduce reproduction repro; root underlying symptom; hallucinate invented nonexistent fabricated imaginary wrong;
    wrong incorrect false inaccurate mistaken untrue; repeat identical loop four retried; search grep lookup; destructive irreversible
    reset force delete wipe discard uncommitted lost; permission confirmation approval consent asking; uncommitted unsaved local changes
    stash; promise commit guarantee assure; policy rule allowed terms; refund repay repaid reimburse money back; tone rude polite apology
    empathy dismissive condescending blame; blame operator human person individual; evidence data source citation cited support; metric
    measurable quantify number vague goal target specific verifiable criteria; vague ambiguous unclear unspecific imprecise undefined
    interpretation; owner owning assigned assignee responsible accountable nobody action; deadline date schedule timeline milestone;
    mitigation danger contingency; alternative option considered tradeoff; sunk cost spent money paid; bias biased anchoring confirmation
    sided; stakeholder customer client user team audience; late delay hours slow; inform notify communicate status update tell; estimate
    effort optimistic; summary conclusion conclude ending tldr; passive voice sentence wording phrase long; jargon acronym term
    terminology glossary define explained; structure heading order organized; diagram figure picture chart image drawing; prompt injection
    instruction page external tool command; mask redact hide obscure; offline network connection connectivity; workaround hack temporary
    fixme todo; loop stuck repeat command retried progress; opened read looked; premature conclusion early stopped jumped; cite source
    reference link opened; correlation causation; sample small anecdote generalize representative; dichotomy options third alternative;
    overconfident certain certainty confidence; survivorship failed considered; confirmation evidence contrary ignored; anchoring number
    estimate; consensus agreement agreed objection disagreement dissent; agenda minutes action items; concern raised dismissed addressed
    ignored objection; interrupt talk; apologize apology sorry empathy acknowledge frustration; blame fault accuse; jargon technical plain
    customer; repeat asked information; escalate handoff supervisor human; personal data shared disclosed; installed upgraded dependency
    unasked; branch pushed force; test deleted weakened changed pass assertion; todo left placeholder stub claimed; idempotency key retry
    duplicate request`,
  'everyday words': `
    vanish disappear lost gone drop omitted excluded; send post publish emit submit dispatch transmit forward; receive fetch obtain
    retrieve download; save store persist write stored; delete erase destroy drop wipe purge; create build construct allocate generate
    produce instantiate; modify edit update alter adjust mutate; invoke execute trigger fire; convert cast parse coerce transform
    translate map; start launch boot startup begin initialize; stop quit finish terminate halt exit; large huge giant big enormous massive
    gigabyte megabyte; small tiny short brief; slow slowly sluggish delay latency lag; quick fast quickly speed instant; grow climb
    increase rise accumulate expand; shrink reduce decrease lower cut; entire everything; simultaneous parallel concurrently; instantly
    straight right; twice double duplicate second; forever indefinitely endless eternally permanently infinite; rare seldom occasionally
    sometimes intermittent; frequently repeatedly; choose select pick; display render draw; hide conceal mask obscure; compare match equal
    differ diff; differ different disagree mismatch inconsistent diverge drift vary; identical equal duplicate; search scan lookup; open
    unlocked unrestricted unprotected exposed public; close shut finish; refuse reject deny decline forbid block; accept permit pass
    admit; demand mandatory; optional skip; wait pause sleep idle block; break broken fail fails crash malfunction; wrong incorrect bad
    false mistaken invalid; correct right valid accurate; hard difficult tough; easy trivial; confuse confusing unclear puzzling
    misleading; understand read readable comprehend; explain document mention state; mention list state say specify; forget forgotten miss
    omit overlook; person someone anybody visitor individual user; nobody everyone; team group colleagues people; boss manager; company
    business organization; buyer customer shopper client purchaser; seller vendor supplier; picture image photo; folder directory path;
    program application app process service; machine host server computer laptop node; disk storage drive volume; network connection
    internet online; web page site website browser; screen page view window; button control widget click; form input field textbox; text
    string words copy; letter character symbol; word term name; list array collection sequence vector; dictionary map hash object; number
    value figure count; amount quantity sum; initial earliest; last final latest ending; prior former earlier preceding; outside external
    beyond; top upper; bottom lower; left remaining leftover rest; edge corner boundary border limit; piece fragment segment portion; step
    stage phase; type variety; outcome effect consequence; goal aim target purpose objective; bug defect fault; hour day week month year;
    yesterday today tomorrow; early premature soon; late overdue delayed; money cash funds cost; price cost fee charge; free release
    unlock back return; borrow lease acquire; restore recover revert undo bring back; swap substitute exchange; split separate divide
    break; merge combine join unify consolidate; shift relocate transfer migrate; repeat duplicate recurring; attempt try retry; guess
    assume suppose; promise guarantee commit assure; ask request question query; answer reply respond response; ignore disregard neglect
    skip; warn warning alert notice; notice observe detect; prove verify confirm check validate demonstrate; doubt uncertain unsure; steal
    theft hijack takeover; guess predict brute; read view access; write overwrite clobber; enter type input; exit depart; belong owner
    ownership; share shared common mutual; private secret hidden internal; public exported visible open; old legacy outdated obsolete
    deprecated; fresh recent latest; empty blank zero; loose weak lax permissive; strict tight rigid exact; strong robust secure; weak
    fragile brittle poor; needless unnecessary pointless redundant superfluous extra; helpful informative; useless unhelpful meaningless
    generic; truncated cut chopped shortened lost; rounded approximate imprecise; negative minus; positive plus; maximum max upper cap
    limit ceiling; minimum min lower floor; default fallback preset; manual hand handmade; automatic automated auto; crash die abort panic
    blow; leak escape spill expose; queue backlog pending waiting; stuck hang freeze deadlock block; load traffic volume demand; busy
    overload saturated; idle unused inactive`,
  'general words': `
    header footer column row; row record entry item; user customer account person guest member; order purchase invoice cart basket; number
    numeric count sequence; quantity qty amount count units stock; stock inventory reserve units; attempt try retry; decode parse read;
    unicode encoding utf multibyte character byte ascii bom; char character string text letter; comma separator delimiter csv split
    quoted; newline ending crlf; escape backslash special character; empty blank zero length; negative minus zero positive; lack absent;
    image picture photo thumbnail bitmap; mail email smtp message notification; thread per spawn unlimited pool; equality triple loose
    strict; switch match default exhaustive fallthrough variant; wildcard star asterisk; unsafe undefined behavior memory pointer raw;
    pointer reference borrow lifetime ownership; clone copy allocation needless; shadow redeclare hide builtin; variable local var const;
    class object instance; routine procedure; library framework package module; build compile; linter warning suppress eslint noqa;
    disable turned; enable turned`,
};

const toGroups = (): ReadonlyMap<string, readonly number[]> => {
  const groups = Object.values(subjects).flatMap((subject) => subject.split(';'));
  const byStem = new Map<string, number[]>();
  for (const [group, words] of groups.entries())
    for (const stem of new Set(words.trim().split(/\s+/u).map(toStem))) byStem.set(stem, [...(byStem.get(stem) ?? []), group]);
  return byStem;
};

const groupsByStem = toGroups();
const none: readonly number[] = [];

/** The groups that a word is in, by its stem. */
export const listGroups = (stem: string): readonly number[] => groupsByStem.get(stem) ?? none;

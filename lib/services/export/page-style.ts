/** The style of an exported page: light, dark, narrow, and on paper, where all is open. */
export const pageStyle = `
:root { color-scheme: light dark; --bg: light-dark(#fff, #15181c); --sunken: light-dark(#f5f6f8, #101317); --line: light-dark(#dde1e6, #2a3037);
  --text: light-dark(#14171c, #e9ebee); --text2: light-dark(#58616f, #98a2af); --accent: light-dark(#1b5cc4, #7fb0ff); --accentbg: light-dark(#f1f5fc, #1a222f);
  --error: light-dark(#bf3413, #ff8c69); --errorbg: light-dark(#fdece6, #381a11); --rejected: light-dark(#7437b3, #c6a0ff); --denied: light-dark(#0b6b83, #56c8e2); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 32px 20px 64px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.3; }
h2 { margin: 40px 0 12px; padding-top: 12px; border-top: 1px solid var(--line); font-size: 17px; }
h2 small { color: var(--text2); font-size: 12px; font-weight: 400; }
h3, h4, h5, h6 { margin: 16px 0 6px; font-size: 15px; }
header dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 2px 20px; margin: 0; font-size: 12px; }
header dl div { display: flex; gap: 8px; min-width: 0; }
dt { flex: 0 0 72px; color: var(--text2); }
dd { margin: 0; min-width: 0; }
a { color: var(--accent); }
.target { color: var(--text2); font: 12px ui-monospace, Menlo, Consolas, monospace; }
nav { margin-top: 20px; font-size: 13px; }
summary { cursor: pointer; }
article { margin: 14px 0; }
article > :first-child { margin-top: 0; }
article > :last-child { margin-bottom: 0; }
article p, article li, .reasoning p { white-space: pre-wrap; }
.prompt { padding: 10px 14px; border-left: 3px solid var(--accent); border-radius: 4px; background: var(--accentbg); }
.summary { margin: 14px 0; padding: 8px 14px; border-left: 3px solid var(--line); border-radius: 4px; background: var(--sunken); font-size: 13px; }
.summary h3 { margin: 0; color: var(--text2); font-size: 12px; font-weight: 400; }
.summary p, .summary ul { margin: 2px 0 6px; }
.summary ul { padding-left: 18px; }
.note, .reasoning, .attachment { color: var(--text2); font-size: 13px; }
.note { border-block: 1px solid var(--line); padding: 4px 0; }
blockquote { margin: 8px 0; padding-left: 12px; border-left: 2px solid var(--line); color: var(--text2); }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: 13px; }
th, td { padding: 4px 8px; border: 1px solid var(--line); text-align: left; vertical-align: top; }
.center { text-align: center; } .right { text-align: right; }
.note { display: flex; gap: 6px; color: var(--text2); font-size: 12px; } .note p { margin: 0; } .note:target { font-weight: 600; }
.task { margin-left: -1.2em; list-style: none; } .task > ul, .task > ol { margin-left: 1.2em; }
hr { border: 0; border-top: 1px solid var(--line); }
code, pre { font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { padding: 1px 4px; border-radius: 3px; background: var(--sunken); white-space: pre-wrap; }
pre { margin: 8px 0; padding: 8px 10px; border: 1px solid var(--line); border-radius: 4px; background: var(--sunken); white-space: pre-wrap; }
pre.text { border: 0; padding: 0; background: none; font: inherit; }
.call { margin: 4px 0; font-size: 13px; }
.call > summary { padding: 3px 0; }
.call h3 { margin: 10px 0 4px; color: var(--text2); font-size: 12px; font-weight: 400; }
.call[open] { padding-bottom: 10px; }
.index, .time, .outcome { color: var(--text2); }
.error .outcome { color: var(--error); font-weight: 600; } .rejected .outcome { color: var(--rejected); font-weight: 600; } .denied .outcome { color: var(--denied); font-weight: 600; }
pre.excerpt { margin: 4px 0 4px 20px; border-color: transparent; background: var(--errorbg); }
@media (max-width: 600px) { main { padding: 16px 14px 40px; } h1 { font-size: 20px; } }
@media print { :root { color-scheme: light; } main { max-width: none; padding: 0; } nav { display: none; } details::details-content { content-visibility: visible; block-size: auto; }
  h2, summary { break-after: avoid; } pre, blockquote { break-inside: avoid-page; } }
`;

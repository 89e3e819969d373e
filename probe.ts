// find non-AppErrors of delete on damaged archives
import { readFileSync, writeFileSync, rmSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { openStore } from './db/open-store.ts';
import { importFile } from './lib/services/ingest/import-file.ts';
import { makeDataService } from './lib/services/data/data-service.ts';
import { AppError } from './lib/domain/errors.ts';
import { replayArchive } from './lib/services/observe/replay-archive.ts';
import { makeDefaultObservers } from './lib/services/observe/default-observers.ts';
const migrationsFolder='db/migrations';
const folder=mkdtempSync('/tmp/probe-');
const file=path.join(folder,'a.db');
const store=openStore(file,{migrationsFolder});
const signal=new AbortController().signal;
for (const f of ['compaction','subagents','parallel']) { try { await importFile({store,now:()=>5},{file:`lib/formats/__fixtures__/claude-code/${f}.jsonl`,path:`/${f}`,synthetic:false,signal,onProgress:()=>undefined}); } catch(e){} }
await replayArchive(store, makeDefaultObservers(), {signal,onProgress:()=>{},onError:()=>{}} as never).catch(()=>{});
const ids=(await store.listSessions({includeChildren:true},'started',false,{cursor:null,limit:10})).items.map(s=>s.id);
console.log(ids);
await store.close();
const whole=readFileSync(file); console.log(whole.length);
let seed=Number(process.argv[2]??1); const rnd=()=>{seed=(seed*1103515245+12345)%2147483648; return seed/2147483648;};
const seen=new Map<string,number>();
const until=Date.now()+Number(process.argv[3]??60)*1000; let n=0;
while(Date.now()<until){ n++;
 const b=Buffer.from(whole);
 const kind=Math.floor(rnd()*4);
 const page=Math.floor(rnd()*(b.length/4096));
 if(kind===0) b.fill(0xa5,page*4096,page*4096+2000);
 else if(kind===1) for(let i=0;i<6;i++) b[page*4096+Math.floor(rnd()*4096)]=Math.floor(rnd()*256);
 else if(kind===2) for(let i=0;i<10;i++) b[Math.floor(rnd()*b.length)]=Math.floor(rnd()*256);
 const out=kind===3? b.subarray(0,Math.floor(rnd()*b.length)):b;
 for(const e of ['','-wal','-shm','-journal']) rmSync(file+e,{force:true});
 writeFileSync(file,out);
 try { const s=openStore(file,{migrationsFolder});
  try { const d=makeDataService({store:s,now:()=>9}); const named={session:ids[0]!}; const {token}=await d.preview(named as never); await d.remove({...named,token} as never); await s.isEmpty(); } finally { await s.close(); }
 } catch(e){ if(!(e instanceof AppError)){ const k=`${(e as any).code} ${(e as Error).message} ${(e as Error).stack?.split('\n').slice(1).filter(l=>l.includes('/lib/')||l.includes('/db/')).slice(0,3).join('|')}`; seen.set(k,(seen.get(k)??0)+1);} }
}
console.log(n); for(const [k,v] of seen) console.log(v,k.replaceAll('/tmp/work/restore/',''));
rmSync(folder,{recursive:true});

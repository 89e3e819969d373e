/** The options of commands that hold a secret. */
type CommandRule = {
  /** Separated by commas; the last word may be a subcommand. */
  commands: string;
  /** Options whose value is a secret: `-p x`, `-p=x`, `--pass x`, `/p:x`, also `-passin pass:x`. */
  values?: string;
  /** Options whose value is a generated key: only what looks random counts. */
  keys?: string;
  /** The same where the value belongs to the option: `-px`. With a space, only what is no plain word counts. */
  glued?: string;
  /** Options whose value is a secret from its first `:`, `%` or `,` on: `-u user:x`. */
  pairs?: string;
  /** How many words without a dash stand before the secret, which has no option of its own. */
  position?: number;
  /** Options whose value does not count as one of these words. */
  others?: string;
  /** Whether the command must begin its line, because it is also a word of prose. */
  isLine?: boolean;
};

/** One letter may mean something else to each command: only those that are listed together have it. */
export const commandRules: readonly CommandRule[] = [
  { commands: 'curl', values: '--pass --proxy-pass --tlspassword --oauth2-bearer', pairs: '-u --user -U --proxy-user -E --cert' },
  { commands: 'wget, aria2c', values: '--http-passwd --ftp-passwd' },
  { commands: 'http, https, xh, curlie, wscat', pairs: '-a --auth' },
  { commands: 'ab, siege', pairs: '-A -P' },
  {
    commands: 'mysql, mysqldump, mysqladmin, mysqlimport, mysqlsh, mysqlpump, mycli, mariadb, mariadb-dump, mariadb-admin',
    glued: '-p',
  },
  { commands: 'mongo, mongosh, mongodump, mongorestore, mongoexport, mongoimport, mongostat, mongotop', values: '-p' },
  { commands: 'redis-cli, valkey-cli, keydb-cli', values: '-a --pass' },
  { commands: 'redis-server, valkey-server', values: '--requirepass --masterauth' },
  { commands: 'sqlcmd, bcp, osql, tsql, isql, sqsh', values: '-P' },
  {
    commands:
      'cypher-shell, cqlsh, snowsql, rabbitmqadmin, ncftpput, ncftpget, steghide, veracrypt, couchbase-cli, cbq, cbbackupmgr, beeline, arangosh, ksql, usql, vsql',
    values: '-p -w',
  },
  { commands: 'etcdctl, govc, jenkins-cli.jar, jenkins-cli, nats', pairs: '--user -u -auth' },
  {
    commands: 'ldapsearch, ldapadd, ldapmodify, ldapdelete, ldapwhoami, ldapmodrdn, ldapcompare, ldappasswd, dsconf, dsidm',
    values: '-w',
  },
  { commands: 'ldappasswd', values: '-s -a' },
  { commands: 'useradd, usermod, adduser', values: '-p' },
  { commands: 'ssh-keygen', values: '-N -P' },
  { commands: 'kadmin, kadmin.local', values: '-w -pw' },
  { commands: 'smbclient, rpcclient, winexe, net rpc, smbget, smbcacls, wmic', pairs: '-U --user' },
  { commands: 'crackmapexec, netexec, nxc, evil-winrm, smbmap, psexec, psexec.exe, hydra, medusa', values: '-p' },
  { commands: 'xfreerdp, wfreerdp, xfreerdp3, signtool, rdesktop, certutil, cmdkey, schtasks', values: '/p -p /pass /rp' },
  { commands: 'plink, pscp, psftp, putty, klink, kitty', values: '-pw' },
  { commands: 'sshpass', glued: '-p', values: '-p' },
  { commands: 'lftp, ncftp', pairs: '-u' },
  {
    commands: 'docker login, podman login, nerdctl login, buildah login, oras login, registry login, auth login, oc login',
    values: '-p',
    keys: '-t',
  },
  { commands: 'az login, cf login, ibmcloud login, tsh login, bx login, rancher login', values: '-p' },
  { commands: 'skopeo, podman, buildah, oras', pairs: '--creds --src-creds --dest-creds' },
  { commands: 'ctr', pairs: '-u --user' },
  { commands: 'openssl', values: '-k -pass -passin -passout -password -passwd -K -hmac' },
  { commands: 'keytool, jarsigner', values: '-storepass -keypass -srcstorepass -deststorepass -srckeypass -destkeypass -new' },
  { commands: 'apksigner', values: '--ks-pass --key-pass' },
  { commands: '7z, 7za, 7zr, 7zz', glued: '-p' },
  { commands: 'rar, unrar', glued: '-p -hp' },
  { commands: 'zip, unzip, zipcloak, fcrackzip', values: '-P --password' },
  { commands: 'pdftotext, pdftoppm, pdfinfo, pdfimages, pdftocairo', values: '-upw -opw' },
  { commands: 'qpdf', values: '--encrypt' },
  { commands: 'p4, sqlplus64, ipmitool, mosquitto_pub, mosquitto_sub, bteq, vncviewer', values: '-P' },
  { commands: 'ipmitool, racadm, mosquitto_rr, amtterm', values: '-P -p' },
  { commands: 'snmpwalk, snmpget, snmpset, snmpbulkwalk, snmptrap', values: '-A -X -c' },
  { commands: 'security, notarytool, altool', values: '-w -p -P' },
  { commands: 'twine, twine upload, poetry publish, uv publish, flit', values: '-p', keys: '-t --token' },
  { commands: 'nuget, dotnet nuget, choco', keys: '-k --api-key -ApiKey' },
  { commands: 'glab auth, doctl, flyctl, fly, vercel, netlify, railway, linode-cli', keys: '-t --token --auth' },
  { commands: 'influx, influxd', values: '-password', keys: '-t' },
  { commands: 'secretsmanager, aws secretsmanager', values: '--secret-string --secret-binary' },
  { commands: 'create secret, create secret generic, secret generic', keys: '--from-literal' },
  { commands: 'gh secret, gh variable', values: '-b --body' },
  { commands: 'openai, llm', keys: '--value --key -k' },
  { commands: 'rclone, restic, kopia, duplicacy', values: '--webdav-pass --sftp-pass --ftp-pass --password' },
  { commands: 'swaks, sendemail', values: '-ap -xp --auth-password' },
  { commands: 'yt-dlp, youtube-dl, gallery-dl', values: '-p' },
  { commands: 'vncpasswd, x11vnc', values: '-passwd' },
  { commands: 'virt-customize, virt-sysprep, virt-builder', pairs: '--root-password --password' },
  {
    commands:
      'net user, rabbitmqctl add_user, rabbitmqctl change_password, rabbitmqctl authenticate_user, wpa_passphrase, smbpasswd, dscl . -passwd, auth-pass, user-secrets set',
    position: 1,
    others: '-U -r --id --project',
  },
  { commands: 'networksetup, mosquitto_passwd, htpasswd, poetry config, composer config', position: 2, others: '-C -r' },
  { commands: 'net use', position: 0 },
  { commands: 'net use', position: 1 },
  { commands: 'poetry config', position: 1 },
  { commands: 'htpasswd -n, htpasswd -nb, htpasswd -nbB, htpasswd -bn, htpasswd -nbm', position: 1 },
  { commands: 'pdftk', values: 'input_pw owner_pw user_pw' },
  { commands: 'rclone obscure, requirepass, masterauth, olcRootPW', position: 0 },
  { commands: 'openssl passwd, mkpasswd', position: 0, others: '-m --method -R --rounds -S --salt -salt -P --password-fd' },
  { commands: 'cargo login, vault login, wandb login', position: 0, others: '--registry -method -path --host' },
  {
    commands:
      'ngrok authtoken, add-authtoken, nuget setapikey, setApiKey, set-initial-password, tacacs-server key, radius-server key, isakmp key',
    position: 0,
  },
  { commands: 'rootpw, bindpw, enable secret, enable password', position: 0, isLine: true },
  { commands: 'AUTH default, HELLO 3 AUTH default', position: 0 },
];

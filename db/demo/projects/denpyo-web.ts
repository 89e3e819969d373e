import type { Project } from '../project.ts';

export const denpyoWeb: Project = {
  name: 'denpyo-web',
  branch: 'feature/csv-出力',
  testCommand: 'bundle exec rspec',
  testOne: (test) => `bundle exec rspec -e '${test}'`,
  testPassed: (count) => `${'.'.repeat(count)}\n\nFinished in 1.92 seconds (files took 2.1 seconds to load)\n${count} examples, 0 failures`,
  testFailed: (test, failure) =>
    `.....F......\n\nFailures:\n\n  1) ${test}\n${failure}\n\nFinished in 1.98 seconds\n12 examples, 1 failure`,
  testFile: (file) => file.replace(/^app\//u, 'spec/').replace(/\.rb$/u, '_spec.rb'),
  testHead: "require 'rails_helper'\n\nRSpec.describe 'Invoices' do",
  testCase: (test) => `  it '${test.replace(/^\S+ /u, '')}' do\n    expect(subject.call).to eq wanted\n  end`,
  checkCommand: 'bundle exec rubocop',
  others: [
    { path: 'config/locales/ja.yml', text: 'ja:\n  invoice:\n    title: 請求書\n    total: 合計' },
    { path: 'app/views/invoices/show.html.erb', text: '<h1><%= t("invoice.title") %></h1>' },
  ],
  tasks: [
    {
      title: '請求書のCSV出力で文字化けする問題',
      request: 'Excelで開くとCSVが文字化けします。BOM付きUTF-8で出力するようにしてください。テストも追加してください。',
      followUp: 'ありがとうございます。改行コードはCRLFになっていますか？',
      thought: 'ExcelはBOMがないとUTF-8をShift_JISとして読む。先頭に一度だけBOMを付け、ストリーミングの途中では付けないようにする。',
      file: 'app/services/csv_export.rb',
      before: 'def call\n  CSV.generate { |csv| rows.each { |row| csv << row } }\nend',
      after: 'BOM = "\\uFEFF"\n\ndef call\n  BOM + CSV.generate(row_sep: "\\r\\n") { |csv| rows.each { |row| csv << row } }\nend',
      search: 'CSV\\.generate',
      test: 'CsvExport 先頭にBOMが付く',
      failure:
        '     Failure/Error: expect(output.bytes.first(3)).to eq [0xEF, 0xBB, 0xBF]\n\n       expected: [239, 187, 191]\n            got: [232, 171, 139]',
      done: 'CSVの先頭にBOMを付け、改行をCRLFにしました。Excelで「請求書」「合計」が正しく表示されることを確認するテストも追加しています。',
    },
    {
      title: 'Rechnungsnummern ohne Lücken vergeben',
      request:
        'Die Rechnungsnummern haben Lücken, wenn eine Buchung abbricht. Das Finanzamt möchte das nicht. Bitte so ändern, dass keine Nummer verloren geht.',
      followUp: 'Und wenn zwei Leute gleichzeitig buchen? Müssen die aufeinander warten?',
      thought:
        'Eine Sequenz zählt auch bei einem Rollback weiter. Lückenlos geht es nur mit einer Zeile je Nummernkreis, die in derselben Transaktion gesperrt und erhöht wird, so spät wie möglich.',
      file: 'app/models/invoice_number.rb',
      before: 'def self.next!\n  connection.select_value("select nextval(\'invoice_numbers\')")\nend',
      after: 'def self.next!(circle)\n  row = lock.find_by!(circle: circle)\n  row.update!(value: row.value + 1)\n  row.value\nend',
      search: 'nextval',
      test: 'InvoiceNumber vergibt nach einem Abbruch dieselbe Nummer',
      failure: '     Failure/Error: expect(InvoiceNumber.next!(:de)).to eq 42\n\n       expected: 42\n            got: 43',
      done: 'Die Nummer kommt jetzt aus einer gesperrten Zeile je Nummernkreis und wird erst kurz vor dem Festschreiben gezogen. Bricht die Buchung ab, ist die Nummer wieder frei. Zwei Buchungen warten höchstens einige Millisekunden aufeinander.',
    },
    {
      title: 'Send reminders once only',
      request: 'Some customers got the same payment reminder twice last Monday. Find out why and make it impossible.',
      followUp: 'Who got two?',
      thought:
        'The job is retried after a time-out of the mail server although the mail was sent. A unique row for invoice and level, written before sending, decides who sends.',
      file: 'app/jobs/reminder_job.rb',
      before: 'def perform(invoice)\n  ReminderMailer.remind(invoice).deliver_now\nend',
      after:
        'def perform(invoice)\n  reminder = Reminder.create_or_find_by!(invoice:, level: invoice.reminder_level)\n  return unless reminder.previously_new_record?\n\n  ReminderMailer.remind(invoice).deliver_now\nend',
      search: 'deliver_now',
      test: 'ReminderJob sends one mail when it is retried',
      failure: '     Failure/Error: expect(mails.size).to eq 1\n\n       expected: 1\n            got: 2',
      done: 'A reminder is claimed by a unique row before it is sent, so a retry finds it taken. 14 customers got two; their invoices are listed in the log.',
    },
    {
      title: '領収書の宛名を後から変更できるように',
      request: '発行済みの領収書の宛名だけを変更して再発行できるようにしてください。元の領収書は履歴に残してください。',
      followUp: '再発行の印は入りますか？',
      thought: '元のレコードは変更せず、版を追加する。印刷には最新の版を使い、二版目からは「再発行」と入れる。',
      file: 'app/models/receipt.rb',
      before: 'def rename!(name)\n  update!(name: name)\nend',
      after: 'def rename!(name)\n  versions.create!(name: name, reissued: versions.exists?)\nend',
      search: 'def rename!',
      test: 'Receipt 元の宛名を履歴に残す',
      failure: '     Failure/Error: expect(receipt.versions.count).to eq 2\n\n       expected: 2\n            got: 0',
      done: '宛名の変更は新しい版として残り、二版目からは「再発行」と印字されます。元の領収書は履歴から開けます。',
    },
    {
      title: 'Faster search of customers',
      request: 'Searching customers by part of a name takes two seconds. Make it fast without another service.',
      followUp: 'Does it find names in katakana?',
      thought:
        'A trigram index on the normalised name; ILIKE with a leading wildcard then uses it. Normalise with NFKC, so that half-width kana match.',
      file: 'app/models/customer.rb',
      before: 'scope :named, ->(text) { where("name ilike ?", "%#{text}%") }',
      after: 'scope :named, ->(text) { where("search_name ilike ?", "%#{normalise(text)}%") }',
      search: 'scope :named',
      test: 'Customer.named finds half-width kana',
      failure: '     Failure/Error: expect(Customer.named("ﾔﾏﾀﾞ")).to include yamada\n\n       expected [] to include #<Customer id: 7>',
      done: 'The search takes 9 ms on 80,000 customers: a trigram index on a normalised name. Half-width and full-width kana find each other.',
    },
  ],
};

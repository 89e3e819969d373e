import type { Project } from '../project.ts';

export const denpyoWeb: Project = {
  name: 'denpyo-web',
  branch: 'feature/csv-出力',
  testCommand: 'bundle exec rspec',
  testPassed: (count) => `${'.'.repeat(count)}\n\nFinished in 1.92 seconds (files took 2.1 seconds to load)\n${count} examples, 0 failures`,
  testFailed: (test, failure) =>
    `.....F......\n\nFailures:\n\n  1) ${test}\n${failure}\n\nFinished in 1.98 seconds\n12 examples, 1 failure`,
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
  ],
};

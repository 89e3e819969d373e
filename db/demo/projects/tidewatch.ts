import type { Project } from '../project.ts';

export const tidewatch: Project = {
  name: 'tidewatch',
  branch: 'main',
  testCommand: 'uv run pytest -q',
  testOne: (test) => `uv run pytest -q -k ${test}`,
  testPassed: (count) => `${'.'.repeat(Math.min(count, 60))}                                        [100%]\n${count} passed in 3.41s`,
  testFailed: (test, failure, testFile) =>
    `..........F.........                                                 [100%]\n=================================== FAILURES ===================================\n${failure}\n=========================== short test summary info ============================\nFAILED ${testFile}::${test}\n1 failed, 19 passed in 3.52s`,
  testFile: (file) => file.replace(/^tidewatch\//u, 'tests/test_'),
  testHead: 'import pytest\n\nfrom tests.fixtures import series',
  testCase: (test) => `def ${test}(series):\n    assert series.result() == series.wanted`,
  checkCommand: 'uv run ruff check .',
  others: [
    { path: 'tidewatch/stations.py', text: 'STATIONS = {"CUX": "Cuxhaven", "HEL": "Helgoland", "NOR": "Norderney"}' },
    { path: 'deploy/Dockerfile', text: 'FROM python:3.13-slim\nWORKDIR /app\nCOPY . .\nRUN pip install --no-cache-dir .' },
    { path: 'notebooks/residuals.py', text: 'import polars as pl\n\nframe = pl.read_parquet("data/residuals.parquet")' },
  ],
  tasks: [
    {
      title: 'Forecast across the clock change',
      request: 'The forecast for the night of the clock change is an hour off. Everything should be UTC until it is printed.',
      followUp: 'Can you make the test fail first, so that I can see that it catches this?',
      thought:
        'datetime.now() without a zone gives local wall time; adding 25 hours to it over the change lands an hour wrong. Keep aware UTC datetimes all the way and convert in the formatter only.',
      file: 'tidewatch/forecast.py',
      before:
        'def times(start: datetime, hours: int) -> list[datetime]:\n    start = start.replace(tzinfo=None)\n    return [start + timedelta(hours=h) for h in range(hours)]',
      after:
        'def times(start: datetime, hours: int) -> list[datetime]:\n    if start.tzinfo is None:\n        raise ValueError("start needs a time zone")\n    start = start.astimezone(UTC)\n    return [start + timedelta(hours=h) for h in range(hours)]',
      search: 'tzinfo=None',
      test: 'test_no_gap_over_the_clock_change',
      failure:
        '    def test_no_gap_over_the_clock_change():\n        got = times(datetime(2026, 10, 25, 0, tzinfo=BERLIN), 5)\n>       assert got[3] - got[2] == timedelta(hours=1)\nE       AssertionError: assert datetime.timedelta(0) == datetime.timedelta(seconds=3600)\n\ntests/test_forecast.py:31: AssertionError',
      done: 'Times stay in UTC from the source to the formatter, and a start without a zone is refused. The test walks over both clock changes of the year.',
    },
    {
      title: 'Read the new buoy format',
      request: 'The agency has changed the buoy files: there is a second header line and -999 stands for missing. Please adapt the reader.',
      followUp: 'Was there any -999 in what we imported last week? If so, how many rows?',
      thought:
        'Two changes, independent: skip one more line when it begins with a unit row, and map the sentinel to null in every measured column. The sentinel also appears as -999.0.',
      file: 'tidewatch/buoys.py',
      before: 'frame = pl.read_csv(path, skip_rows=1, separator=";")',
      after:
        'frame = pl.read_csv(path, skip_rows=2, separator=";", null_values=["-999", "-999.0"])\nif frame.height == 0:\n    raise EmptyBuoyFile(path)',
      search: 'read_csv',
      test: 'test_sentinel_is_null',
      failure: '>       assert frame["level"].null_count() == 2\nE       assert 0 == 2\n\ntests/test_buoys.py:18: AssertionError',
      done: 'The reader skips both header lines and turns -999 into null; an empty file is an error with its path. Old files still read: the second header is only skipped when it is there.',
    },
    {
      title: 'Chart of the last tide as SVG',
      request:
        'Write a small SVG chart of the last 24 hours of a station, without a plotting library. High and low water should be marked.',
      followUp: 'Does it read well in the dark theme?',
      thought:
        'A path over 144 points, scaled to the extremes with some room. High and low water are the turning points of the smoothed series, not the maximum and minimum of the day.',
      file: 'tidewatch/chart.py',
      before: 'def chart(levels: list[float]) -> str:\n    raise NotImplementedError',
      after:
        'def chart(levels: list[float]) -> str:\n    points = scale(levels, WIDTH, HEIGHT)\n    marks = turning_points(smooth(levels, window=5))\n    return SVG.format(path=to_path(points), marks=to_marks(points, marks))',
      search: 'def chart',
      test: 'test_marks_high_and_low_water',
      failure: '>       assert svg.count("<circle") == 4\nE       assert 0 == 4\n\ntests/test_chart.py:12: AssertionError',
      done: 'The chart is a path of 144 points with a mark at each turn of the tide; colours come from currentColor, so it follows the theme of the page.',
    },
    {
      title: 'Retry when the agency answers 503',
      request: 'The download stops when the agency answers 503, which it does most mornings at six. Wait and try again, but not for ever.',
      followUp: 'Does it honour Retry-After?',
      thought: 'Three attempts, with the pause that Retry-After names or else 2, 4, 8 seconds; other errors are raised at once.',
      file: 'tidewatch/download.py',
      before: 'response = client.get(url)\nresponse.raise_for_status()',
      after:
        'for pause in (2, 4, 8):\n    response = client.get(url)\n    if response.status_code != 503:\n        break\n    sleep(float(response.headers.get("Retry-After", pause)))\nresponse.raise_for_status()',
      search: 'raise_for_status',
      test: 'test_waits_and_tries_again',
      failure:
        "E       httpx.HTTPStatusError: Server error '503 Service Unavailable' for url 'https://example.org/levels.csv'\n\ntests/test_download.py:27: HTTPStatusError",
      done: 'A 503 is tried again up to three times, after the pause that the agency asks for. Anything else still fails at once, with the address in the message.',
    },
    {
      title: 'Store levels in centimetres',
      request: 'Levels are floats in metres and drift when summed. Store whole centimetres and convert at the edges.',
      followUp: 'Are old files still read?',
      thought:
        'Integers inside, one conversion on the way in and one on the way out. Files of version 1 hold metres: the reader multiplies and rounds once.',
      file: 'tidewatch/series.py',
      before: 'def mean(levels: list[float]) -> float:\n    return sum(levels) / len(levels)',
      after: 'def mean(levels: list[int]) -> int:\n    return round(sum(levels) / len(levels))',
      search: 'def mean',
      test: 'test_a_year_sums_without_drift',
      failure:
        '>       assert total(year) == 5_256_000\nE       assert 5255999.999993 == 5256000\n\ntests/test_series.py:55: AssertionError',
      done: 'Levels are whole centimetres from the reader to the printer. A year of ten-minute values sums exactly, and files with metres are converted as they are read.',
    },
    {
      title: 'Warn when a gauge is stuck',
      request: 'A gauge that reports the same level for two hours is broken, not calm. Report it.',
      followUp: 'And in a harbour with a lock, where the level does stand still?',
      thought: 'Twelve equal readings in a row. Stations behind a lock get a longer limit in their table.',
      file: 'tidewatch/alerts.py',
      before: 'def stuck(levels: list[int]) -> bool:\n    return False',
      after:
        'def stuck(levels: list[int], limit: int = 12) -> bool:\n    tail = levels[-limit:]\n    return len(tail) == limit and len(set(tail)) == 1',
      search: 'def stuck',
      test: 'test_two_hours_without_change',
      failure: '>       assert stuck([412] * 12)\nE       assert False\n\ntests/test_alerts.py:9: AssertionError',
      done: 'Twelve equal readings raise an alert; stations behind a lock may name a longer limit. A gap in the readings starts the count anew.',
    },
  ],
};

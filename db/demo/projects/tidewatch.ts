import type { Project } from '../project.ts';

export const tidewatch: Project = {
  name: 'tidewatch',
  branch: 'main',
  testCommand: 'uv run pytest -q',
  testPassed: (count) => `${'.'.repeat(Math.min(count, 60))}                                        [100%]\n${count} passed in 3.41s`,
  testFailed: (test, failure) =>
    `..........F.........                                                 [100%]\n=================================== FAILURES ===================================\n${failure}\n=========================== short test summary info ============================\nFAILED tests/test_forecast.py::${test}\n1 failed, 19 passed in 3.52s`,
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
  ],
};

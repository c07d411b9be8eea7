import type { Reporter, TestCase } from 'vitest/node';

/** Names at the end of a run what `--retry` let pass: each is a fault, of the test or of the program. */
export default class Repeated implements Reporter {
  private readonly names: string[] = [];

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd() {
    if (this.names.length === 0) return;
    console.log(
      ['', 'Passed only when repeated, so each of these needs a look:', ...this.names, ''].join('\n'),
    );
  }
}

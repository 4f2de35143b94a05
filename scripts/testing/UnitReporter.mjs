// A reporter of vitest: writes what a run counts, with the errors of hooks, which vitest's own JSON
// report omits. The file is `LADING_UNIT_REPORT`.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class UnitReporter {
  #root = '';

  onInit({ config }) {
    this.#root = config.root;
  }

  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failures: [], skipped: [] };
    for (const module of modules) this.#add(module, report);
    for (const error of unhandled) report.failures.push({ title: 'outside of tests', why: textOf([error]) });
    writeFileSync(process.env.LADING_UNIT_REPORT, JSON.stringify(report));
  }

  #add(module, report) {
    const path = relative(this.#root, module.moduleId);
    // A file that cannot be loaded has no tests.
    this.#addErrors(path, module.errors(), report);
    for (const suite of module.children.allSuites())
      this.#addErrors(`${path}: ${spoken(suite)}`, suite.errors(), report);
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      const title = `${path}: ${spoken(test)}`;
      if (state === 'passed') report.passed += 1;
      else if (state === 'failed') report.failures.push({ title, why: textOf(errors) });
      else report.skipped.push(title);
    }
  }

  #addErrors(title, errors, report) {
    if (errors.length > 0) report.failures.push({ title, why: textOf(errors) });
  }
}

const spoken = ({ fullName }) => fullName.replaceAll(' > ', ' ');

const textOf = (errors) => errors.map(({ stack, message }) => readable(stack ?? message)).join('\n');

/** vitest reports a test that did not end in time with the name of its own error only. */
const readable = (message = '') => message.replace('STACK_TRACE_ERROR', 'The test did not end in time');

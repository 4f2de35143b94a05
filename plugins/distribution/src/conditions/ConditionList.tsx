import type { ConditionState } from '@lading/contract/rest';
import { Icon, useText, When } from '@lading/ui';
import { messages as evidence } from '../evidence/messages.ts';
import { messages } from './messages.ts';

type Scan = NonNullable<ConditionState['scan']>;
type Attestation = NonNullable<ConditionState['attestation']>['required'][number];
type Approval = NonNullable<ConditionState['approval']>;

/** The conditions of an environment, and whether a version meets them. */
export function ConditionList({ state: { scan, approval, attestation } }: { state: ConditionState }) {
  return (
    <ul className="bundles-timeline">
      {scan && (
        <li>
          <Icon name={scan.met ? 'checkCircle' : 'error'} />
          <ScanText scan={scan} />
        </li>
      )}
      {attestation?.required.map((each) => (
        <AttestationItem key={each.predicateType} required={each} />
      ))}
      {approval && (
        <li>
          <Icon name={approval.met ? 'checkCircle' : 'error'} />
          <ApprovalText approval={approval} />
        </li>
      )}
    </ul>
  );
}

/** Whether the version can be promoted, as far as conditions are concerned. */
export function areMet(state: ConditionState | null): boolean {
  return [state?.scan, state?.approval, state?.attestation].every((each) => each?.met ?? true);
}

function AttestationItem({ required }: { required: Attestation }) {
  const text = useText();
  const { predicateType: type, missing, artifacts } = required;
  return (
    <li>
      <Icon name={missing === 0 ? 'checkCircle' : 'error'} />
      <div>
        <strong>
          {missing === 0
            ? text(evidence.requiredMet, { type })
            : text(evidence.requiredUnmet, { type, count: missing })}
        </strong>
        {artifacts.map((artifact) => (
          <p key={artifact} className="ld-mono ld-soft">
            {artifact}
          </p>
        ))}
      </div>
    </li>
  );
}

function ScanText({ scan }: { scan: Scan }) {
  const text = useText();
  const { failing, unscanned, lines } = scan;
  const severity = text(messages[scan.severity]);
  return (
    <div>
      <strong>
        {failing > 0
          ? text(messages.findings, { count: failing, severity })
          : text(messages.noFindings, { severity })}
      </strong>
      {unscanned > 0 && <p>{text(messages.unscanned, { count: unscanned })}</p>}
      {lines.length > 0 && (
        <details>
          <summary>{text(messages.versions)}</summary>
          <ul>
            {lines.map((line) => (
              <li key={`${line.package} ${line.version}`}>
                <span className="ld-mono">
                  {line.package} {line.version}
                </span>{' '}
                <span className="ld-soft">{line.why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ApprovalText({ approval }: { approval: Approval }) {
  const text = useText();
  const { decisions, met, approvals, approvers } = approval;
  const usersOf = (wanted: string) =>
    decisions.filter(({ decision }) => decision === wanted).map(({ user }) => user);
  const [approved, rejected] = [usersOf('approved'), usersOf('rejected')];
  return (
    <div>
      <strong>
        {met
          ? text(messages.approved, { users: approved.join(', ') })
          : rejected.length > 0
            ? text(messages.rejected, { users: rejected.join(', ') })
            : text(messages.pending, { approved: approved.length, approvals, groups: approvers.join(', ') })}
      </strong>
      {decisions.map(({ user, decision, comment, decided }) => (
        <p key={user} className="ld-soft">
          {text(decision === 'approved' ? messages.userApproved : messages.userRejected, { user })} ·{' '}
          <When date={decided} />
          {comment !== '' && ` · ${comment}`}
        </p>
      ))}
    </div>
  );
}

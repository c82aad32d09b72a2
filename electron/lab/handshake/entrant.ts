import { type Fault, type FaultCode, LabError, toFault } from '../../../shared/fault.ts';
import { groupList, type HandshakeCaseId, handshakeCases } from '../../../shared/handshake/cases.ts';
import { type MeasuredBatch, serverPart } from '../../../shared/handshake/measured-batch.ts';
import { brokenCount, brokenPromise } from '../../../shared/handshake/promise.ts';
import type { Activity, Proof } from '../../../shared/handshake/role-calls.ts';
import { serverName } from '../pki.ts';
import type { Chains } from './chains.ts';
import type { HandshakeRuntime } from './runtime.ts';

/** What goes wrong with one case alone; anything else ends the run. */
const ofTheCase: readonly FaultCode[] = ['handshake-failed', 'not-as-promised', 'certificate-failed'];

export interface EntrantPlan {
  readonly case: HandshakeCaseId;
  readonly activity: Activity;
  readonly runtime: HandshakeRuntime;
  /** Of the wire that is dialled in the server's place; none if absent. */
  readonly rttMs?: number;
  /** Connections or round trips, over all batches. */
  readonly total: number;
}

/** Opens a wire before a port. @returns the port to dial in its place */
export type OpenWire = (targetPort: number, rttMs: number) => Promise<number>;

/** What takes turns with others: one case, used in one way, on one runtime. */
export class Entrant {
  readonly plan: EntrantPlan;
  readonly batches: MeasuredBatch[] = [];
  proof: Proof | null = null;
  fault: Fault | undefined;
  private readonly linkId: string;

  constructor(plan: EntrantPlan) {
    this.plan = plan;
    this.linkId = [plan.case, plan.activity, plan.rttMs ?? 'near'].join('/');
  }

  /** Opens its listener and proves one connection; what is wrong with it is its `fault`. */
  async open(chains: Chains, openWire: OpenWire): Promise<void> {
    await this.orFault(async () => {
      this.proof = await this.connect(chains, openWire);
      const { case: caseId, runtime } = this.plan;
      this.assertPromise(brokenPromise(handshakeCases[caseId], this.proof, runtime.runtime));
    });
  }

  /**
   * Measures so many connections or round trips, unless something is wrong with it.
   * @param counts a first batch, that warms the code, counts for nothing
   */
  async measure(count: number, counts: boolean): Promise<void> {
    if (this.fault !== undefined || count === 0) return;
    const { linkId } = this;
    const { runtime, activity } = this.plan;
    const kept = activity === 'open-round-trip' ? 1 : 0;
    await this.orFault(async () => {
      await runtime.prepare(linkId, count);
      const before = await runtime.read(linkId, kept);
      const report = await runtime.batch(linkId, count);
      const batch = { report, server: serverPart(before, await runtime.read(linkId, kept)) };
      this.assertPromise(brokenCount(handshakeCases[this.plan.case], this.proof, activity, batch));
      if (counts) this.batches.push(batch);
    });
  }

  private async connect(chains: Chains, openWire: OpenWire): Promise<Proof | null> {
    const { linkId } = this;
    const { activity, runtime, rttMs } = this.plan;
    const onceReady = activity === 'handshake' ? 'close' : 'echo';
    const tlsCase = handshakeCases[this.plan.case];
    if (tlsCase === null) {
      const port = await this.reach(await runtime.listen({ linkId, onceReady }), openWire, rttMs);
      return runtime.open({ linkId, activity, port });
    }
    const { certPem, keyPem, caPem } = await chains.chain(tlsCase);
    const { version, resumed } = tlsCase;
    const common = { version, cipher: tlsCase.cipher.openssl };
    const tls = { ...common, groups: groupList(tlsCase.serverGroups), certPem, keyPem };
    const port = await this.reach(await runtime.listen({ linkId, onceReady, tls }), openWire, rttMs);
    const groups = groupList(tlsCase.clientGroups);
    return runtime.open({
      linkId,
      activity,
      port,
      tls: { ...common, groups, caPem, serverName, resumed },
    });
  }

  private async reach(port: number, openWire: OpenWire, rttMs: number | undefined): Promise<number> {
    return rttMs === undefined ? port : openWire(port, rttMs);
  }

  private assertPromise(broken: string | undefined): void {
    if (broken === undefined) return;
    const message = `A connection of ${this.plan.case} was not what the case promises: ${broken}.`;
    throw new LabError({ code: 'not-as-promised', message });
  }

  private async orFault(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const fault = toFault(error);
      if (!ofTheCase.includes(fault.code)) throw error;
      this.fault = fault;
    }
  }
}

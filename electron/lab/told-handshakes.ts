import { LabError, toFault } from '../../shared/fault.ts';
import type { LinkCounts } from '../../shared/hop-facts.ts';
import type { EngineDefinition } from './engines/engine.ts';
import type { HandshakeSource } from './engines/handshake-source.ts';

const SILENT_AFTER_MS = 5_000;

/** Where nothing was negotiated the gate `tls-unknown` is failed, so these zeros are never taken for a count. */
const nothingTold: LinkCounts = { handshakes: { full: 0, resumed: 0 } };

/** What one instance of a real engine tells of the handshakes at its listener. */
export class ToldHandshakes {
  private readonly source: HandshakeSource;
  private readonly definition: EngineDefinition;
  /** Stands while an engine that has told once no longer does: it is ending, which is noticed next. */
  private last = nothingTold;

  constructor(definition: EngineDefinition, source: HandshakeSource) {
    this.definition = definition;
    this.source = source;
  }

  /** @throws LabError `role-silent` when it doesn't answer in time, or breaks off */
  async read(): Promise<LinkCounts> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no answer for ${SILENT_AFTER_MS / 1000} s`)),
        SILENT_AFTER_MS,
      );
    });
    try {
      this.last = (await Promise.race([this.source.read(), silent])) ?? this.last;
      return this.last;
    } catch (error) {
      const { id, name } = this.definition;
      const message = `${name} did not tell of its handshakes and is being replaced: ${toFault(error).message}.`;
      throw new LabError({ code: 'role-silent', message, role: id }, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }
}

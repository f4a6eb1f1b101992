import type { LiveHealth, LiveNoise } from "../contract/page";
import { Told } from "../components/Told";
import { second } from "../model/live";

interface Props {
  readonly health: LiveHealth;
  readonly noise: LiveNoise;
}

/** Whether all is well with a sweep, and what the machine's counters say. */
export function Health({ health, noise }: Props) {
  return (
    <aside aria-label="Health">
      <h2>{health.well ? "All is well" : "Not all is well"}</h2>
      <p>{health.sentence}</p>
      {health.do && (
        <p class="lead">
          <Told text={health.do} />
        </p>
      )}
      <ul>
        {health.failures.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>last written to at {second(health.written_at)}</li>
      </ul>
      {noise.rules.length > 0 && (
        <table>
          <caption>What disturbs</caption>
          <thead>
            <tr>
              {["rule", "round", "sweep", "limit"].map((head, place) => (
                <th key={head} scope="col" class={place > 0 ? "figure" : ""}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {noise.rules.map((rule) => (
              <tr key={rule.rule}>
                <td>{rule.rule}</td>
                <td class="figure">{rule.over ? <strong>over: {rule.round_shown}</strong> : rule.round_shown}</td>
                <td class="figure">{rule.sweep_shown}</td>
                <td class="figure">{rule.limit_shown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </aside>
  );
}

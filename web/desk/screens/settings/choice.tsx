// One of several, each with what it brings.

type Props = {
  name: string;
  legend: string;
  chosen: string;
  options: { value: string; name: string; shows: string }[];
};

export function Choice({ name, legend, chosen, options }: Props) {
  return (
    <fieldset className="role">
      <legend className="sr">{legend}</legend>
      {options.map(({ value, name: words, shows }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          <b>{words}</b>
          <span>{shows}</span>
        </label>
      ))}
    </fieldset>
  );
}

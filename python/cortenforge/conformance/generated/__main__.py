"""python -m cortenforge.conformance.generated FOLDER [COUNT]: writes the model with every sensor and COUNT random ones, and 60 with flexes."""

import pathlib
import sys

from cortenforge.conformance.generated import every_sensor, random_flex_model, random_model


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 40
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "every_sensor.xml").write_text(every_sensor())
    for seed in range(count):
        (folder / f"random_{seed:03}.xml").write_text(random_model(seed))
    for seed in range(60):
        (folder / f"flex_{seed:03}.xml").write_text(random_flex_model(seed))


if __name__ == "__main__":
    main()

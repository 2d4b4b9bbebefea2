"""The version of the engine: of the package, of every report, and of the API's description."""

ENGINE = "0.1.0"

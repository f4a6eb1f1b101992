package testbed;

import java.util.Map;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import testbed.codings.Codings;
import testbed.config.Config;
import testbed.config.Hosts;
import testbed.engines.EngineRegistry;
import testbed.environment.Build;
import testbed.environment.Libraries;
import testbed.http.ClientWatch;
import testbed.http.Misdirected;
import testbed.http.Patience;
import testbed.http.ProblemHandler;
import testbed.http.ProblemValve;
import testbed.http.PunctualHttp;
import testbed.objects.ObjectTypes;
import testbed.request.RunRequestReader;
import testbed.routes.DecodeRoute;
import testbed.routes.EnginesRoute;
import testbed.routes.HealthCheckRoute;
import testbed.routes.IngestsRoute;
import testbed.routes.ObjectsRoute;
import testbed.routes.PlainTextRoute;
import testbed.routes.TriggerReqsRoute;
import testbed.routes.TriggerSendsRoute;
import testbed.run.Runs;

/** The server's wiring: every route in one list, and the parts of Spring that they need. */
@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({TomcatServletWebServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class})
@EnableWebMvc
@Import({
    HealthCheckRoute.class,
    ObjectsRoute.class,
    PlainTextRoute.class,
    EnginesRoute.class,
    DecodeRoute.class,
    TriggerReqsRoute.class,
    TriggerSendsRoute.class,
    IngestsRoute.class,
    ProblemHandler.class
})
class App {
    @Bean
    Build thisProcess() {
        return Build.ofThisProcess();
    }

    @Bean
    Runs runs(Config config, Build build, EngineRegistry engines) {
        Map<String, String> libraries = engines.libraries();
        libraries.putAll(Codings.libraries());
        return new Runs(config, build, Libraries.linked(libraries));
    }

    @Bean
    RunRequestReader runRequestReader(Config config, EngineRegistry engines, ObjectTypes types) {
        return new RunRequestReader(config, engines, types);
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcat(Config config) {
        return factory -> {
            factory.addContextCustomizers(context ->
                    ((StandardHost) context.getParent()).setErrorReportValveClass(ProblemValve.class.getName()));
            factory.setProtocol(PunctualHttp.class.getName());
            factory.addConnectorCustomizers(connector -> connector.setAllowTrace(true));
            factory.addContextValves(new ClientWatch());
            Patience patience = new Patience();
            factory.addEngineValves(new Misdirected(Hosts.of(config), config.authToken(), patience), patience);
        };
    }
}
